/* The rows of erf.h: `python tools/minimax_erf.py erf_f64 erfc_f64 erf_f32 erfc_f32`.
 *
 * A row is an interval: its center, the function there, and a polynomial in the distance from the center, whose first
 * coefficient has a second part. The centers are not round because the function is: there it is a double (float) but for a
 * thousandth of its last bit, so that the value needs no second part. Row 0 of erf is about 0: 9/8 x and x times a
 * polynomial in x^2. Rows of erfc are e^(x^2) erfc x. Zeros fill up the rows, and the rows that no float reaches.
 */
#ifndef TENFERRO_ERF_ROWS_H
#define TENFERRO_ERF_ROWS_H

/* error 2^-59.43 */
#define ERF_ROWS_F64(ROW) \
    ROW(0x0p0, 0x0p0, 0x1.2p0, 0x1.baea08536da23p-9, -0x1.812746b0379e7p-2, 0x1.ce2f21a042bddp-4, \
        -0x1.b82ce312884fp-6, 0x1.565bcd0e28f18p-8, -0x1.c02db3d019531p-11, 0x1.f9a3115f185efp-14, \
        -0x1.f4cc5aaa42c46p-17, 0x1.b8e3d22c94b4cp-20, -0x1.4727180be2018p-23, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0x1.97fffffffffdp-1, 0x1.7b00578c2601ap-1, 0x1.32281e2fd1abfp-1, 0x1.192357444949ap-54, \
        -0x1.e7eff01c3626fp-2, 0x1.b8e5c62387af3p-5, 0x1.195fbcd6454f2p-3, -0x1.eb0565cefe5acp-5, \
        -0x1.5368d6e75a302p-6, 0x1.3718890218a91p-6, 0x1.5824c98648be5p-11, -0x1.f3298ef6cc311p-9, \
        0x1.0108b431c43e4p-11, 0x1.217b27dd9402p-11, -0x1.3587ff96a7a57p-13, -0x1.f51b14a9d2265p-15, \
        0x1.b720f86e54954p-16, 0x1.2d206ab9d8931p-18, -0x1.b1beb2179e34fp-19, 0) \
    ROW(0x1.97fffffffff87p0, 0x1.f39bc242e43dp-1, 0x1.6c7e64e7283f1p-4, 0x1.42b4ba7404966p-55, \
        -0x1.2274b868340cep-3, 0x1.efb890e5b641dp-4, -0x1.92c7dbb880024p-5, -0x1.45477086d5696p-8, \
        0x1.02047aa9cbd6dp-6, -0x1.8883571b7aeefp-8, -0x1.0310520910faap-10, 0x1.8d0a380033727p-10, \
        -0x1.4200a0cf8216cp-12, -0x1.4d2b707a988a3p-13, 0x1.7422b8f88e3a7p-14, 0x1.85955801c97c6p-21, \
        -0x1.8d735b8df8aap-17, 0x1.21353766cd5p-19, 0x1.db8edc664b53dp-21, 0) \
    ROW(0x1.31fffffffffeep1, 0x1.ffa14948549a7p-1, 0x1.e77448fb66d01p-9, -0x1.b09000b001443p-58, \
        -0x1.23547f9e40704p-7, 0x1.a7afa54f43c04p-7, -0x1.9953c90ea9addp-7, 0x1.085039de22fafp-7, \
        -0x1.95e21531155cbp-9, 0x1.9817218804298p-13, 0x1.1eece67ccc17bp-11, -0x1.5888aa8e4465dp-12, \
        0x1.f5b2ea9e7afecp-15, 0x1.d1f30a8caa8f3p-16, -0x1.51afc6ef60f54p-16, 0x1.d216494e49a25p-19, \
        0x1.8a9aeba646a7dp-20, -0x1.c84f19456e5d7p-21, 0x1.4935a40d6936ep-24, 0) \
    ROW(0x1.98000000006c6p1, 0x1.ffff2436a21dcp-1, 0x1.6e2367dc20411p-15, -0x1.4a4a145c39607p-70, \
        -0x1.23c436c36a07cp-13, 0x1.26bf008674f11p-12, -0x1.a51fb50b0c9a6p-12, 0x1.c0825378f65fep-12, \
        -0x1.6c3dbfe138809p-12, 0x1.c1dd143837c8dp-13, -0x1.94c36a68b5eabp-14, 0x1.bf0aab0812c3ep-16, \
        0x1.6bd4ef358521ep-23, -0x1.2b32e4b2b6632p-18, 0x1.3a784094df409p-19, -0x1.17431ccbf9a7dp-21, \
        -0x1.38b23cc1536dep-24, 0x1.98bc42f4d03eap-24, -0x1.d3f089ff74544p-26, 0) \
    ROW(0x1.fe000000838c7p1, 0x1.ffffff6969fb8p-1, 0x1.34ecf899df24dp-23, 0x1.00272591adddcp-65, \
        -0x1.33b80ba19480dp-21, 0x1.8bd13a6c8fc5ep-20, -0x1.70a0bd8fcc518p-19, 0x1.081065e12d14ap-18, \
        -0x1.2d8f47a0c7d26p-18, 0x1.186bc67d1ddfp-18, -0x1.ad694e06e8dc4p-19, 0x1.0f27cab4e90aap-19, \
        -0x1.177962904dc74p-20, 0x1.c6dd62d2225c6p-22, -0x1.096101bd79e9dp-23, 0x1.13e2ae280d6d1p-26, \
        0x1.ef1ddf6e17c6fp-28, -0x1.9c353090098fdp-28, 0x1.1179fdbcd15dap-29, 0) \
    ROW(0x1.31fffe8fa8444p2, 0x1.ffffffffe202dp-1, 0x1.24cb31b536a65p-33, -0x1.47c10dfed7ec8p-71, \
        -0x1.5dfadfc5574f9p-31, 0x1.10ca57f8d2c2cp-29, -0x1.377cbcf5d6edcp-28, 0x1.15667fdc6d924p-27, \
        -0x1.9093409b85aefp-27, 0x1.e12aa712a47ddp-27, -0x1.e94e8c9ce9437p-27, 0x1.aa53eead1f958p-27, \
        -0x1.40b05cda07446p-27, 0x1.a20bdfdb7ebcp-28, -0x1.d7df33a23327fp-29, 0x1.ca16be0295761p-30, \
        -0x1.79a5cf2ece094p-31, 0x1.02c6925d4fca4p-32, -0x1.ed72d73a2999p-35, 0) \
    ROW(0x1.64e696fea032fp2, 0x1.fffffffffffe4p-1, 0x1.3d28c9fb49fe4p-45, -0x1.855f48b8b5a2cp-75, \
        -0x1.ba2a66961738ap-43, 0x1.945aa54b1f66dp-41, -0x1.10a6eb344a08cp-39, 0x1.20edf2e9f2393p-38, \
        -0x1.f4b9b34b03cebp-38, 0x1.6c8282d53b47ap-37, -0x1.c68748769d2a4p-37, 0x1.ec5bfb74a98c5p-37, \
        -0x1.d45a4ca53b4c4p-37, 0x1.8ab305fa9699fp-37, -0x1.27ad406a869d8p-37, 0x1.86aba18c5bbadp-38, \
        -0x1.d6e3a86919fd8p-39, 0x1.23e702e8cc615p-39, -0x1.10401095bf441p-40, 0)
/* error 2^-56.76 */
#define ERFC_ROWS_F64(ROW) \
    ROW(0x1.fffffffffff18p-3, 0x1.8a6adcda2eabdp-1, -0x1.7c857b9b3c1d5p-1, -0x1.0fb86573e127cp-54, \
        0x1.2b497df35fa71p-1, -0x1.97997ad3301e7p-2, 0x1.f0ac9d31f3af8p-3, -0x1.146985bdc699dp-3, \
        0x1.1d0c27d6c3a8bp-4, -0x1.132db7764b7d9p-5, 0x1.f54ce202ebfe4p-7, -0x1.b181f269d0f66p-8, \
        0x1.65b088184906ep-9, -0x1.1aa751a4c077ep-10, 0x1.adbbff950a366p-12, -0x1.4407deee0ef74p-13, \
        0x1.c73962441b36ap-15, 0, 0, 0) \
    ROW(0x1.800000000000fp-1, 0x1.038d54ea3d82ep-1, -0x1.78cdd551ee50cp-2, -0x1.b45e7adadd25ap-60, \
        0x1.d90093ae1091p-3, -0x1.09e77d40e0179p-3, 0x1.1192f5bd68777p-4, -0x1.054d682975ddp-5, \
        0x1.d43a7c7a765d2p-7, -0x1.8c97dd14d70e9p-8, 0x1.3f818962bd35cp-9, -0x1.ec0d35adc347cp-11, \
        0x1.6b984e2d08e4p-12, -0x1.029dca463c224p-13, 0x1.635bff3467b1dp-15, -0x1.e4d8199197ccfp-17, \
        0x1.381aea2f788fp-18, 0, 0, 0) \
    ROW(0x1.3ffffffffff01p0, 0x1.78a692138774fp-2, -0x1.abaacdbfa8cbap-3, -0x1.0f65469c7d92fp-57, \
        0x1.b56f45eef80c3p-4, -0x1.9b635ac624da4p-5, 0x1.68a25a66410e6p-6, -0x1.299636d6c65ccp-7, \
        0x1.d1b695adb3f7p-9, -0x1.5b8bc9480e98ap-10, 0x1.f0fe6bc48d97p-12, -0x1.55c086288deffp-13, \
        0x1.c572ed81e70f3p-15, -0x1.22f3de058421bp-16, 0x1.692626f517f06p-18, -0x1.bcec72780f2edp-20, \
        0x1.24cb649bae4b2p-21, 0, 0, 0) \
    ROW(0x1.c00000000006fp0, 0x1.23cfc2f1dc7a6p-2, -0x1.0c3d5384463e4p-3, -0x1.c1a8aa6cc58a3p-57, \
        0x1.c8d0cef0f8024p-5, -0x1.6cb52fe489373p-6, 0x1.13648a11fed8ap-7, -0x1.8bf716a8e9dep-9, \
        0x1.106bd5c32ea66p-10, -0x1.6838884b69316p-12, 0x1.cb4c606674946p-14, -0x1.1b29140d3e22ap-15, \
        0x1.5279b7e6e46cap-17, -0x1.88f6469951d49p-19, 0x1.b7f8a065dd18bp-21, -0x1.eec4fcf3ca79fp-23, \
        0x1.9aac520956e2fp-24, 0, 0, 0) \
    ROW(0x1.3ffffffffffdap1, 0x1.afbb3f3b73468p-3, -0x1.3086d7f01acc2p-4, -0x1.ac0472572d7c8p-55, \
        0x1.98958a7a8e512p-6, -0x1.0632076808d61p-7, 0x1.435c04e20831bp-9, -0x1.809ce8ae372d5p-11, \
        0x1.ba8a67d040918p-13, -0x1.edd42024a95bp-15, 0x1.0bcba255c1fe5p-16, -0x1.1ad21c3afc7f9p-18, \
        0x1.23509a1b62e65p-20, -0x1.24bc4161563e7p-22, 0x1.201ac91f0612bp-24, -0x1.246a5aa4079eep-26, \
        0x1.129473e2e61f3p-28, 0, 0, 0) \
    ROW(0x1.c000000000009p1, 0x1.3e0a99a0ee90ep-3, -0x1.5285d2eb1ef67p-5, -0x1.2f883d0d6e98cp-58, \
        0x1.5d581133378dcp-7, -0x1.5e5d7e9898e8cp-9, 0x1.5632136d8c7f2p-11, -0x1.460abd6b9e9b6p-13, \
        0x1.2f839e54c6cefp-15, -0x1.146bc37b683c2p-17, 0x1.ed2a9570e669p-20, -0x1.af5e08e499141p-22, \
        0x1.72501eb0b64a6p-24, -0x1.38117af57899bp-26, 0x1.02b3bc503980ep-28, -0x1.b6c3ee6d8503ap-31, \
        0x1.600325aba687ep-33, 0, 0, 0) \
    ROW(0x1.1ffffffffff99p2, 0x1.f5b2a049cf571p-4, -0x1.aa3eb6a94709cp-6, 0x1.f3bd220b1505p-61, \
        0x1.62c12cb5f76d8p-8, -0x1.218ed930b2521p-10, 0x1.d00785f2ec2bp-13, -0x1.6d54b133dc5fep-15, \
        0x1.1ad6a32f9f0cep-17, -0x1.aef8ea332810ep-20, 0x1.4354f8f8dd8dcp-22, -0x1.de097b495ef4ap-25, \
        0x1.5c662755858c9p-27, -0x1.f4c8f5cf8fbf4p-30, 0x1.62d84612b02ep-32, -0x1.fe3eb4dadc072p-35, \
        0x1.6f4e3029bc9a5p-37, 0, 0, 0) \
    ROW(0x1.60000000000cp2, 0x1.9d8a8f2284e51p-4, -0x1.238ca71b93e93p-6, -0x1.e3d31261436bap-60, \
        0x1.95252b932ed66p-9, -0x1.15976ddda3a66p-11, 0x1.774f4826e21e2p-14, -0x1.f4e46d17a4d0ep-17, \
        0x1.4a17e18aa2fadp-19, -0x1.add7ac89d9e97p-22, 0x1.149cf01cd5868p-24, -0x1.6000367604d46p-27, \
        0x1.bae5ed57a4bf5p-30, -0x1.13ca48709bdfp-32, 0x1.60dd98b195851p-35, -0x1.a88822296eee7p-38, \
        -0x1.ae0d755ba7e43p-41, 0, 0, 0) \
    ROW(0x1.bffffffffffccp2, 0x1.46dc6bf900f8dp-4, -0x1.6e4b45246f972p-7, -0x1.6586f13f4448ep-58, \
        0x1.96a3de47d5b9fp-10, -0x1.bf5070ee17857p-13, 0x1.e7af6eeff56a9p-16, -0x1.078bfe371dbd6p-18, \
        0x1.1a6f6b7bda0dbp-21, -0x1.2c2db730c4c54p-24, 0x1.3c768b27c7778p-27, -0x1.4b0185dbc2744p-30, \
        0x1.5789ce9e90b9cp-33, -0x1.6150a951ad522p-36, 0x1.69446d5e53a82p-39, -0x1.85a7427644a2ep-42, \
        0x1.87fc26f76dfbcp-45, 0, 0, 0) \
    ROW(0x1.1ffffffffffcep3, 0x1.fe6cc4a0f959p-5, -0x1.c046699d77deap-8, -0x1.64b0bdcc3d725p-62, 0x1.876373f4a1p-11, \
        -0x1.53c131b5cb252p-14, 0x1.254381038cfa6p-17, -0x1.f773505ca709dp-21, 0x1.adc5f7f1855d9p-24, \
        -0x1.6ce6628cc0b5fp-27, 0x1.342c87bb64786p-30, -0x1.02e8102fcfa06p-33, 0x1.b0c8d15fe185p-37, \
        -0x1.67a79b4a0e5a2p-40, 0x1.29afd50f90777p-43, -0x1.fddc33b3d5e9fp-47, 0x1.9dd6111d5fa9bp-50, 0, 0, 0) \
    ROW(0x1.5ffffffffff0ep3, 0x1.a273c57e477ebp-5, -0x1.2ddd3d589c14ap-8, -0x1.e951a822efec7p-62, \
        0x1.b1c892387a0f4p-12, -0x1.3672f098123fap-15, 0x1.baa1d9d84505p-19, -0x1.3a555d7a88382p-22, \
        0x1.bcbee29ab3b73p-26, -0x1.3972861cc1b43p-29, 0x1.b82d4f2c2926p-33, -0x1.33ef0a869054ap-36, \
        0x1.ad3e15c73e5d3p-40, -0x1.2a10000e556d7p-43, 0x1.9f0e7686e64c2p-47, -0x1.23631878fbbdbp-50, \
        0x1.3702532894ccep-54, 0, 0, 0) \
    ROW(0x1.9fffffffffecep3, 0x1.627bcc27cb5b1p-5, -0x1.b1be47a91423bp-9, -0x1.a5ce38d902631p-64, \
        0x1.0898f73587214p-12, -0x1.41e750b2e09ep-16, 0x1.8682d21852984p-20, -0x1.d868cc70f885bp-24, \
        0x1.1cf1ff77b41d3p-27, -0x1.56cb0ddabbbddp-31, 0x1.9b40ebdf7122bp-35, -0x1.ec0b9afb067cp-39, \
        0x1.25a6499105a85p-42, -0x1.5d56787f2b334p-46, 0x1.8e1fa01388797p-50, -0x1.f026a5d45ce14p-54, \
        0x1.bbba532e48749p-56, 0, 0, 0) \
    ROW(0x1.fffffffffff6ep3, 0x1.204ddcd9673c5p-5, -0x1.1f305584ff49p-9, -0x1.263233245b649p-62, \
        0x1.1d875467f872dp-13, -0x1.1b561359e704cp-17, 0x1.18a0870878e2dp-21, -0x1.156b53c70805ep-25, \
        0x1.11bbc0f017ae2p-29, -0x1.0d97a97cf2a37p-33, 0x1.090573b2650d9p-37, -0x1.040cf4b92ab07p-41, \
        0x1.fd66cd57feed9p-46, -0x1.f15cfa5ccd9a3p-50, 0x1.e55e4bb1f2637p-54, -0x1.f4742eef615dep-58, \
        0x1.e66d2cbfc1b25p-62, 0, 0, 0) \
    ROW(0x1.3ffffffffff75p4, 0x1.cd9bc89b7361p-6, -0x1.705e8c068818ep-10, -0x1.da7fb1fd92771p-64, \
        0x1.259993494e5ebp-14, -0x1.d36fe3dd903e4p-19, 0x1.73a4ded43fd21p-23, -0x1.271eee8117c09p-27, \
        0x1.d42321f45a2eep-32, -0x1.72d7956a64f59p-36, 0x1.2569bdd979b7ep-40, -0x1.cfbe2b7b588e8p-45, \
        0x1.6e074df8856a2p-49, -0x1.20708cfade02cp-53, 0x1.c6bd0dc5e035cp-58, -0x1.7179ba73af8b5p-62, \
        0x1.1a32c47757ce9p-66, 0, 0, 0) \
    ROW(0x1.7fffffffffffap4, 0x1.80d1e88d3c626p-6, -0x1.001a68f1b5451p-10, -0x1.7d78ec02ee05dp-67, \
        0x1.54964558f64d6p-15, -0x1.c48d27f6c7d1cp-20, 0x1.2c675fe0744b4p-24, -0x1.8e79b8190b9f3p-29, \
        0x1.080e8911398fep-33, -0x1.5daa87aa36a39p-38, 0x1.cea37377d8249p-43, -0x1.31cbc7dfd09bap-47, \
        0x1.93d06e8286a33p-52, -0x1.0a776dea36d66p-56, 0x1.6856149bd4294p-61, -0x1.da46a20c401f2p-66, \
        -0x1.ef52ab85b51a4p-75, 0, 0, 0) \
    ROW(0x1.c000000000008p4, 0x1.49ebde7878133p-6, -0x1.7892d6052da4fp-11, -0x1.ce6064d6a2f71p-67, \
        0x1.ad8ccfc089f9dp-16, -0x1.e9ab4c8d1c288p-21, 0x1.16ecc51150084p-25, -0x1.3d8fbf04c5463p-30, \
        0x1.695291a957e9ap-35, -0x1.9adb10c3dddbfp-40, 0x1.d2e28c53f396ep-45, -0x1.091ce5206e6ecp-49, \
        0x1.2d2a725d7cab9p-54, -0x1.5557f671eb2a8p-59, 0x1.5058189c88725p-64, -0x1.b4d0ad5b5450bp-69, \
        0x1.03b610e88faebp-70, 0, 0, 0)
/* error 2^-30.28 */
#define ERF_ROWS_F32(ROW) \
    ROW(0x0p0f, 0x0p0f, 0x1.2p0f, 0x1.baea08p-9f, -0x1.812746p-2f, 0x1.ce2d4p-4f, -0x1.b5578ap-6f, 0, 0, 0) \
    ROW(0x1.07ff0ep-2f, 0x1.236afp-2f, 0x1.0e4a28p0f, 0x1.678bep-28f, -0x1.16bb74p-2f, -0x1.3879f6p-2f, \
        0x1.0a58p-3f, 0x1.3e4362p-4f, -0x1.4b64a6p-5f, 0) \
    ROW(0x1.07ff56p-1f, 0x1.1178p-1f, 0x1.badaf2p-1f, -0x1.b0e848p-26f, -0x1.c8b0a2p-2f, -0x1.14815ep-3f, \
        0x1.77bd54p-3f, 0x1.755dccp-9f, -0x1.9236aap-5f, 0) \
    ROW(0x1.8bfd24p-1f, 0x1.73af3cp-1f, 0x1.3da52cp-1f, 0x1.ac0f0cp-28f, -0x1.eb57f6p-2f, 0x1.4c9772p-5f, \
        0x1.276958p-3f, -0x1.ccefa8p-5f, -0x1.87c2fap-6f, 0) \
    ROW(0x1.080282p0f, 0x1.b5e824p-1f, 0x1.8ee528p-2f, -0x1.13c3c6p-28f, -0x1.9b6038p-2f, 0x1.2bb9fcp-3f, \
        0x1.decbfep-5f, -0x1.14fe6ep-4f, 0x1.f16744p-8f, 0) \
    ROW(0x1.49fed6p0f, 0x1.dd0708p-1f, 0x1.b6ad7cp-3f, -0x1.4a6b8ep-28f, -0x1.1abcd2p-2f, 0x1.53b8c2p-3f, \
        -0x1.e7663cp-7f, -0x1.586156p-5f, 0x1.661bf6p-6f, 0) \
    ROW(0x1.8bfe72p0f, 0x1.f14e3p-1f, 0x1.a655d6p-4f, -0x1.30c9bap-29f, -0x1.46a51ep-3f, 0x1.0a75d6p-3f, \
        -0x1.84cc1ap-5f, -0x1.4177a2p-7f, 0x1.1f512ap-6f, 0) \
    ROW(0x1.ce013ep0f, 0x1.fa851ap-1f, 0x1.63edbap-5f, -0x1.17e4aep-29f, -0x1.412c5cp-4f, 0x1.47195ep-4f, \
        -0x1.7834f2p-5f, 0x1.28231cp-7f, 0x1.bce8c8p-8f, 0) \
    ROW(0x1.0802p1f, 0x1.fe30ap-1f, 0x1.069d26p-6f, -0x1.7231e4p-30f, -0x1.0ed41ap-5f, 0x1.48a2eep-5f, \
        -0x1.f14806p-6f, 0x1.a7af3ap-7f, -0x1.9e248cp-11f, 0) \
    ROW(0x1.28febcp1f, 0x1.ff7898p-1f, 0x1.537f56p-8f, -0x1.c064a8p-33f, -0x1.89dd88p-7f, 0x1.145518p-6f, \
        -0x1.fd9594p-7f, 0x1.33536ap-7f, -0x1.c36e4ap-9f, 0) \
    ROW(0x1.4a01cap1f, 0x1.ffdd1ap-1f, 0x1.7fea44p-10f, 0x1.5595cap-36f, -0x1.eee738p-9f, 0x1.89516p-8f, \
        -0x1.a86882p-8f, 0x1.40b99ap-8f, -0x1.4c2a8p-9f, 0) \
    ROW(0x1.6b0014p1f, 0x1.fff81p-1f, 0x1.7c614ap-12f, 0x1.28674p-32f, -0x1.0daf0ep-10f, 0x1.de232p-10f, \
        -0x1.260fcep-9f, 0x1.08059cp-9f, -0x1.53888cp-10f, 0) \
    ROW(0x1.8bf422p1f, 0x1.fffe68p-1f, 0x1.4a9ee8p-14f, 0x1.7cd9fap-35f, -0x1.ff5ddep-13f, 0x1.f3aeb2p-12f, \
        -0x1.57e66ap-11f, 0x1.628e0ap-11f, -0x1.0dc17cp-11f, 0) \
    ROW(0x1.acf13ap1f, 0x1.ffffb8p-1f, 0x1.f6754cp-17f, 0x1.eb4a78p-36f, -0x1.a4f3a8p-15f, 0x1.c1301ap-14f, \
        -0x1.5536bcp-13f, 0x1.8c8988p-13f, -0x1.5e688cp-13f, 0) \
    ROW(0x1.ccb712p1f, 0x1.fffff4p-1f, 0x1.65ffcp-19f, 0x1.45ebbep-37f, -0x1.4221b6p-17f, 0x1.737896p-16f, \
        -0x1.33e24ap-15f, 0x1.8aba42p-15f, -0x1.6f1a52p-15f, 0) \
    ROW(0x1.ea8f96p1f, 0x1.fffffep-1f, 0x1.fa4782p-22f, -0x1.7e2166p-41f, -0x1.e50cfcp-20f, 0x1.2b4f12p-18f, \
        -0x1.0b8fc8p-17f, 0x1.6e365ap-17f, -0x1.46f5fp-17f, 0)
/* error 2^-28.43 */
#define ERFC_ROWS_F32(ROW) \
    ROW(0x1.ffffc4p-3f, 0x1.8a6ae8p-1f, -0x1.7c858ep-1f, 0x1.53c0f8p-26f, 0x1.2b49a8p-1f, -0x1.979974p-2f, \
        0x1.f0896p-3f, -0x1.146944p-3f, 0x1.24aadcp-4f, -0x1.17909ep-5f) \
    ROW(0x1.7fff5ap-1f, 0x1.038d92p-1f, -0x1.78ce6ep-2f, -0x1.6f032ap-27f, 0x1.d901a4p-3f, -0x1.09e828p-3f, \
        0x1.1188bep-4f, -0x1.054be8p-5f, 0x1.dddd9ep-7f, -0x1.9234f8p-8f) \
    ROW(0x1.3fff7ap0f, 0x1.78a702p-2f, -0x1.ababb2p-3f, -0x1.6d72ap-28f, 0x1.b57092p-4f, -0x1.9b64dep-5f, \
        0x1.68985cp-6f, -0x1.298d26p-7f, 0x1.da3618p-9f, -0x1.6257cp-10f) \
    ROW(0x1.bfffaap0f, 0x1.23cffp-2f, -0x1.0c3dap-3f, -0x1.faf19p-30f, 0x1.c8d18ap-5f, -0x1.6cb5eap-6f, \
        0x1.136042p-7f, -0x1.8bf2a6p-9f, 0x1.14325p-10f, -0x1.6cb232p-12f) \
    ROW(0x1.3ffecap1f, 0x1.afbcbp-3f, -0x1.3088c6p-4f, -0x1.92d994p-29f, 0x1.989976p-6f, -0x1.06351cp-7f, \
        0x1.433a44p-9f, -0x1.8085e4p-11f, 0x1.cb00dep-13f, -0x1.fd903ap-15f) \
    ROW(0x1.bfff5p1f, 0x1.3e0b0ep-3f, -0x1.5286c4p-5f, 0x1.ca4344p-30f, 0x1.5d5984p-7f, -0x1.5e5f58p-9f, \
        0x1.5623ecp-11f, -0x1.460192p-13f, 0x1.36de5ep-15f, -0x1.1a7314p-17f) \
    ROW(0x1.2000e2p2f, 0x1.f5b128p-4f, -0x1.aa3c44p-6f, -0x1.3e0236p-32f, 0x1.62be3p-8f, -0x1.218ba8p-10f, \
        0x1.cff712p-13f, -0x1.6d483ep-15f, 0x1.1f895ap-17f, -0x1.b5a4ap-20f) \
    ROW(0x1.6001f2p2f, 0x1.9d8858p-4f, -0x1.238992p-6f, -0x1.010954p-30f, 0x1.951ec6p-9f, -0x1.1591aep-11f, \
        0x1.7759bp-14f, -0x1.f4f266p-17f, 0x1.4608bp-19f, -0x1.a791f2p-22f) \
    ROW(0x1.bffeeep2f, 0x1.46dd3p-4f, -0x1.6e4cf8p-7f, -0x1.8ffa8ap-33f, 0x1.96a6cap-10f, -0x1.bf549ep-13f, \
        0x1.e787e8p-16f, -0x1.077982p-18f, 0x1.24254ap-21f, -0x1.361bb2p-24f) \
    ROW(0x1.200076p3f, 0x1.fe6bf6p-5f, -0x1.c045p-8f, -0x1.9be264p-33f, 0x1.8761a8p-11f, -0x1.53bf1ep-14f, \
        0x1.253434p-17f, -0x1.f758ep-21f, 0x1.b7da5cp-24f, -0x1.75593p-27f) \
    ROW(0x1.5ffff2p3f, 0x1.a273d6p-5f, -0x1.2ddd56p-8f, 0x1.dd613ep-33f, 0x1.b1c8cap-12f, -0x1.367324p-15f, \
        0x1.ba96bp-19f, -0x1.3a4d7cp-22f, 0x1.c4bc12p-26f, -0x1.3f13ecp-29f) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)

#endif
