/* The rows of erf.h: `python tools/minimax_erf.py erf_f64 erfc_f64 erf_f32 erfc_f32`.
 *
 * A row is an interval: its center, the function there, and a polynomial in the distance from the center, whose first
 * coefficient has a second part. The centers are not round because the function is: there it is a double (float) but for a
 * thousandth of its last bit, so that the value needs no second part. Row 0 of erf is about 0: 9/8 x and x times a
 * polynomial in x^2. Rows of erfc are e^(x^2) erfc x. Zeros fill up the rows, and the rows that no float reaches.
 */
#ifndef TENFERRO_ERF_ROWS_H
#define TENFERRO_ERF_ROWS_H

/* error 2^-58.46 */
#define ERF_ROWS_F64(ROW) \
    ROW(0x0p0, 0x0p0, 0x1.2p0, 0x1.baea08536da22p-9, -0x1.812746b0379d5p-2, 0x1.ce2f21a03c3e2p-4, \
        -0x1.b82ce30408196p-6, 0x1.565bbda5007e3p-8, -0x1.c01ce0aecca5bp-11, 0x1.f0838e899cfddp-14, 0, 0, 0, 0, 0, \
        0) \
    ROW(0x1.a4000000000d3p-2, 0x1.c0a2089ea2929p-2, 0x1.e84664877bb2ap-1, 0x1.4f01fb0747cf5p-54, \
        -0x1.9089be7723837p-2, -0x1.affd31e0d2fb3p-3, 0x1.639debb4ace12p-3, 0x1.1d0365f959ab6p-5, \
        -0x1.a24a946fee909p-5, -0x1.2d77fa2697734p-9, 0x1.6e4364928286fp-7, -0x1.2ba6a41aa298dp-11, \
        -0x1.fc8bc42746447p-10, 0x1.f2ea60797eeafp-13, 0x1.1e1da680435e8p-12, -0x1.938a20f6f68b8p-15) \
    ROW(0x1.a400000000072p-1, 0x1.820b1202f283dp-1, 0x1.26c508f6bd093p-1, 0x1.7ff5203272fa7p-55, \
        -0x1.e39b42b4ce2cbp-2, 0x1.0fd634aee05dfp-4, 0x1.0aa8140006c57p-3, -0x1.008b5cee1da83p-4, \
        -0x1.20459afc5bc5ep-6, 0x1.37e44757a0d68p-6, -0x1.184211f7dd75ap-13, -0x1.e1f8d11c22f0bp-9, \
        0x1.48a1f7d03fe82p-11, 0x1.0a73e24feabd9p-11, -0x1.509fd64ae0e55p-13, -0x1.aa3f898be176bp-15) \
    ROW(0x1.3b00000000071p0, 0x1.d619ecddba26cp-1, 0x1.fc70b9fc92867p-3, 0x1.ae1f5e30d4da5p-58, \
        -0x1.38cf5a6ce42ccp-2, 0x1.57b947b12039fp-3, -0x1.7720a970a645fp-10, -0x1.96b2df06384e6p-5, \
        0x1.53df464f17a53p-6, 0x1.28b80f9d18849p-8, -0x1.7e9849765298ap-8, 0x1.775cbdcb204eap-11, \
        0x1.c3c390f2cf457p-11, -0x1.44e99d7247645p-12, -0x1.1990b6845fe0fp-14, 0x1.d00a1492c0552p-15) \
    ROW(0x1.a3ffffffffbd2p0, 0x1.f59741b4b972bp-1, 0x1.3937b1b31a321p-4, 0x1.1974ecb2e48a9p-58, \
        -0x1.00efafc4eb535p-3, 0x1.c9a46a98645a1p-4, -0x1.983cd486268fbp-5, -0x1.ab7b85a59fde6p-11, \
        0x1.c2108ec6d2cabp-7, -0x1.9936836ed5ad1p-8, -0x1.90b33fadcf4c7p-12, 0x1.62cc8a64a633ep-10, \
        -0x1.8a5a8ececf6f1p-12, -0x1.ca6f66f7f64dfp-14, 0x1.66607c659462cp-14, -0x1.93a35985989e1p-18) \
    ROW(0x1.067fffffffe56p1, 0x1.fe174449e113ap-1, 0x1.13a6e6647e9a6p-6, 0x1.17cbe6b3c3ad1p-60, \
        -0x1.1aa6a33e0bb6bp-5, 0x1.547eacc8bebfap-5, -0x1.fdd8b0d8f5312p-6, 0x1.abdf7f99817bap-7, \
        -0x1.492bf4633d3bp-11, -0x1.67479582a58eep-9, 0x1.93abaeced5af7p-10, -0x1.61f4ab151ccf2p-13, \
        -0x1.ad02c07093e31p-13, 0x1.b3b1a0d07b788p-14, -0x1.034b28523fd5dp-18, -0x1.b9882907000fep-17) \
    ROW(0x1.3b000000000fbp1, 0x1.ffbe599f4f9dcp-1, 0x1.5a90b00981083p-9, -0x1.9b50fc4cf8f9ep-63, \
        -0x1.aa70089bb1dap-8, 0x1.40ee830eed391p-7, -0x1.43d2cf296a343p-7, 0x1.bcf7ec6a2680cp-8, \
        -0x1.809d5a5f9af31p-9, 0x1.d456ed45ca32dp-12, 0x1.733370f7f5a43p-12, -0x1.26111561dec14p-12, \
        0x1.3af5ac03b73c7p-14, 0x1.9c9de236ef272p-17, -0x1.12100d8622cddp-16, 0x1.24ce176a3937dp-18) \
    ROW(0x1.6f7fffffffe83p1, 0x1.fff993c9789bep-1, 0x1.373c05bf9e832p-12, -0x1.1d17b69c96c7dp-68, \
        -0x1.becaaa4093cf6p-11, 0x1.91a849ca803f4p-10, -0x1.f621f98e33589p-10, 0x1.c82bbb42de43bp-10, \
        -0x1.2eaaecf25ebbbp-10, 0x1.1757077153a85p-11, -0x1.1b271b0f03e5ep-13, -0x1.24dba050428efp-16, \
        0x1.1d7e34ed3d9fap-15, -0x1.f4356b9d4caaep-17, 0x1.f3c2daa8ecc8p-20, 0x1.4fad47b5f4e71p-20) \
    ROW(0x1.a400000000573p1, 0x1.ffff8b500e77cp-1, 0x1.8f4ccca7f597fp-16, 0x1.5e8c293e2c814p-72, \
        -0x1.478cffe1c7e7ep-14, 0x1.559f04ad487fap-13, -0x1.f9e163b139fb6p-13, 0x1.18bda8b8cc169p-12, \
        -0x1.df381bdfb27aap-13, 0x1.3b94f463f847dp-13, -0x1.385f2b92eaa0ep-14, 0x1.a42dfa5f3bdbap-16, \
        -0x1.acf51bdd1361ep-19, -0x1.263ca8e294c9ap-19, 0x1.c5632091f6d2p-20, -0x1.1dfb720f3d128p-21) \
    ROW(0x1.d88000000836cp1, 0x1.fffffa02aec26p-1, 0x1.6dec50024766dp-20, -0x1.da4c7fed57524p-71, \
        -0x1.51b154d6211a8p-18, 0x1.9046056368db2p-17, -0x1.55408211774d9p-16, 0x1.bbd6bf3f4c7ffp-16, \
        -0x1.c7211adb7c4e7p-16, 0x1.7657e136e14a3p-16, -0x1.efdee4f0ff208p-17, 0x1.0530f25a37a9ap-17, \
        -0x1.a2c685815d884p-19, 0x1.b854849219a39p-21, -0x1.95468cbde5ac9p-26, -0x1.ad4c5025c9c39p-24) \
    ROW(0x1.06800000dd1b6p2, 0x1.ffffffc733572p-1, 0x1.df0f29d9ddfb8p-25, -0x1.24528183122c1p-71, \
        -0x1.eb390c6b83fadp-23, 0x1.45d103f4bbf07p-21, -0x1.399f1cb5b659fp-20, 0x1.d1a9b0e9b08a7p-20, \
        -0x1.14820d2f8b135p-19, 0x1.0c98c65744271p-19, -0x1.b0546cc3a880dp-20, 0x1.2198966be96c9p-20, \
        -0x1.4166fb934abbfp-21, 0x1.21d6deb6adbd7p-22, -0x1.92cdced319923p-24, 0x1.638e2cfe78483p-26) \
    ROW(0x1.20bffffa541dbp2, 0x1.fffffffe7bef4p-1, 0x1.bffd3a85d4838p-30, 0x1.2b2e17366f04p-73, \
        -0x1.f94cdfb869967p-28, 0x1.72a107a54de65p-26, -0x1.8cfd42b66653fp-25, 0x1.4a6c7361b07cfp-24, \
        -0x1.bbfe8613cb5bfp-24, 0x1.eda9fefe5aa5dp-24, -0x1.cdadc8f64cfbdp-24, 0x1.6ee3b62b480bap-24, \
        -0x1.f1d0d363e9bd3p-25, 0x1.205f9eda51f51p-25, -0x1.203463fc6d168p-26, 0x1.d11ff1a8d44afp-28) \
    ROW(0x1.3afffa888bff7p2, 0x1.fffffffff88c5p-1, 0x1.2b3f4eef7fa75p-35, 0x1.44db99c2b8c7ap-75, \
        -0x1.7036dfbc45e8bp-33, 0x1.27d101fb063aap-31, -0x1.5ca68897361cbp-30, 0x1.41043b7ffc82dp-29, \
        -0x1.e02e4407bc315p-29, 0x1.2b69287f3988dp-28, -0x1.3cf909a37249bp-28, 0x1.2077b98b5e2e7p-28, \
        -0x1.c6d84341fc548p-29, 0x1.38c548aae3a5p-29, -0x1.847a70456d5e4p-30, 0x1.9366dee09b409p-31) \
    ROW(0x1.5540f7820780ep2, 0x1.ffffffffffe5bp-1, 0x1.1d60403a6bf94p-41, 0x1.e1dfa333fc16p-79, \
        -0x1.7c69a1843bf62p-39, 0x1.4c1ed2e501601p-37, -0x1.aadf9c3a3e938p-36, 0x1.ae5109622ea55p-35, \
        -0x1.61f4b4dc82c95p-34, 0x1.e801f3fe2474p-34, -0x1.1f59b5bcfb3d4p-33, 0x1.2508da36d877bp-33, \
        -0x1.04fec1197b01cp-33, 0x1.9a6858f44e6dp-34, -0x1.2c539207c1fe7p-34, 0x1.7155807be02b6p-35) \
    ROW(0x1.6fbc5f8edcd37p2, 0x1.ffffffffffffcp-1, 0x1.7525db733e483p-48, 0x1.102a6b097898dp-81, \
        -0x1.0c01ec5279d4dp-45, 0x1.f989d5024047cp-44, -0x1.5fed8d5e60d23p-42, 0x1.81780cce15746p-41, \
        -0x1.59ae0c5a95b77p-40, 0x1.04cd5ecbbfce4p-39, -0x1.51a04aef13531p-39, 0x1.7c6b2dabbe9abp-39, \
        -0x1.7818b1fb00adap-39, 0x1.4a21a8d05d4c4p-39, -0x1.15b84850e63p-39, 0x1.928550f20e9bcp-40) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
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
/* error 2^-32.45 */
#define ERF_ROWS_F32(ROW) \
    ROW(0x0p0f, 0x0p0f, 0x1.2p0f, 0x1.baea08p-9f, -0x1.812746p-2f, 0x1.ce2ee4p-4f, -0x1.b806b4p-6f, 0x1.4ca3aap-8f, \
        0, 0, 0) \
    ROW(0x1.1000e4p-1f, 0x1.185668p-1f, 0x1.b3aa2ep-1f, 0x1.468e7cp-26f, -0x1.cee656p-2f, -0x1.f9fda4p-4f, \
        0x1.77cde2p-3f, -0x1.f65656p-10f, -0x1.8e254p-5f, 0x1.e8a052p-8f, 0x1.311f0cp-7f) \
    ROW(0x1.0ffdap0f, 0x1.bbed54p-1f, 0x1.75b078p-2f, 0x1.69ef6p-28f, -0x1.8d0806p-2f, 0x1.3950ccp-3f, \
        0x1.88f80ap-5f, -0x1.0f78dcp-4f, 0x1.5e5f4p-7f, 0x1.9627bap-7f, -0x1.6b0a7cp-8f) \
    ROW(0x1.97fe6ap0f, 0x1.f39b7ap-1f, 0x1.6c8598p-4f, -0x1.777212p-29f, -0x1.227954p-3f, 0x1.efbdccp-4f, \
        -0x1.92c6d6p-5f, -0x1.46398ep-8f, 0x1.02190cp-6f, -0x1.7916cp-8f, -0x1.123b0ap-10f) \
    ROW(0x1.0fffb8p1f, 0x1.fea41ep-1f, 0x1.946616p-7f, -0x1.8edf62p-32f, -0x1.adac1ep-6f, 0x1.0ea658p-5f, \
        -0x1.afe122p-6f, 0x1.997d1cp-7f, -0x1.e5d35ap-10f, -0x1.f283fp-10f, 0x1.9f3b7cp-10f) \
    ROW(0x1.53fb84p1f, 0x1.ffe966p-1f, 0x1.fea0cep-11f, -0x1.155f3ap-37f, -0x1.531224p-9f, 0x1.16ed7ap-8f, \
        -0x1.39f096p-8f, 0x1.f3c32p-9f, -0x1.12417ep-9f, 0x1.5e6ccap-11f, -0x1.133c86p-15f) \
    ROW(0x1.97fb3ap1f, 0x1.ffff24p-1f, 0x1.6e7a7ep-15f, -0x1.3f9f88p-40f, -0x1.240648p-13f, 0x1.26fe6ep-12f, \
        -0x1.a5716ap-12f, 0x1.c0a772p-12f, -0x1.6c99c2p-12f, 0x1.c9f88ap-13f, -0x1.91c354p-14f) \
    ROW(0x1.df38dp1f, 0x1.fffffcp-1f, 0x1.ef453ap-21f, -0x1.a76e6cp-38f, -0x1.cf8d26p-19f, 0x1.16f95p-17f, \
        -0x1.e3cbb6p-17f, 0x1.3f622ap-16f, -0x1.4b9422p-16f, 0x1.2a2facp-16f, -0x1.c216bep-17f) \
    ROW(0x0p0f, 0x0p0f, 0x1.2p0f, 0x1.baea08p-9f, -0x1.812746p-2f, 0x1.ce2ee4p-4f, -0x1.b806b4p-6f, 0x1.4ca3aap-8f, \
        0, 0, 0) \
    ROW(0x1.1000e4p-1f, 0x1.185668p-1f, 0x1.b3aa2ep-1f, 0x1.468e7cp-26f, -0x1.cee656p-2f, -0x1.f9fda4p-4f, \
        0x1.77cde2p-3f, -0x1.f65656p-10f, -0x1.8e254p-5f, 0x1.e8a052p-8f, 0x1.311f0cp-7f) \
    ROW(0x1.0ffdap0f, 0x1.bbed54p-1f, 0x1.75b078p-2f, 0x1.69ef6p-28f, -0x1.8d0806p-2f, 0x1.3950ccp-3f, \
        0x1.88f80ap-5f, -0x1.0f78dcp-4f, 0x1.5e5f4p-7f, 0x1.9627bap-7f, -0x1.6b0a7cp-8f) \
    ROW(0x1.97fe6ap0f, 0x1.f39b7ap-1f, 0x1.6c8598p-4f, -0x1.777212p-29f, -0x1.227954p-3f, 0x1.efbdccp-4f, \
        -0x1.92c6d6p-5f, -0x1.46398ep-8f, 0x1.02190cp-6f, -0x1.7916cp-8f, -0x1.123b0ap-10f) \
    ROW(0x1.0fffb8p1f, 0x1.fea41ep-1f, 0x1.946616p-7f, -0x1.8edf62p-32f, -0x1.adac1ep-6f, 0x1.0ea658p-5f, \
        -0x1.afe122p-6f, 0x1.997d1cp-7f, -0x1.e5d35ap-10f, -0x1.f283fp-10f, 0x1.9f3b7cp-10f) \
    ROW(0x1.53fb84p1f, 0x1.ffe966p-1f, 0x1.fea0cep-11f, -0x1.155f3ap-37f, -0x1.531224p-9f, 0x1.16ed7ap-8f, \
        -0x1.39f096p-8f, 0x1.f3c32p-9f, -0x1.12417ep-9f, 0x1.5e6ccap-11f, -0x1.133c86p-15f) \
    ROW(0x1.97fb3ap1f, 0x1.ffff24p-1f, 0x1.6e7a7ep-15f, -0x1.3f9f88p-40f, -0x1.240648p-13f, 0x1.26fe6ep-12f, \
        -0x1.a5716ap-12f, 0x1.c0a772p-12f, -0x1.6c99c2p-12f, 0x1.c9f88ap-13f, -0x1.91c354p-14f) \
    ROW(0x1.df38dp1f, 0x1.fffffcp-1f, 0x1.ef453ap-21f, -0x1.a76e6cp-38f, -0x1.cf8d26p-19f, 0x1.16f95p-17f, \
        -0x1.e3cbb6p-17f, 0x1.3f622ap-16f, -0x1.4b9422p-16f, 0x1.2a2facp-16f, -0x1.c216bep-17f)
/* error 2^-27.74 */
#define ERFC_ROWS_F32(ROW) \
    ROW(0x1.7ffefp0f, 0x1.494e62p-2f, -0x1.4f1ad4p-3f, 0x1.a7a408p-27f, 0x1.37ebd6p-4f, -0x1.0dc814p-5f, \
        0x1.b65d1cp-7f, -0x1.50bceep-8f, 0x1.ee0996p-10f, -0x1.71278ap-11f, 0x1.ec4bb8p-13f) \
    ROW(0x1.3ffecap1f, 0x1.afbcbp-3f, -0x1.3088c6p-4f, -0x1.21f1e8p-29f, 0x1.989942p-6f, -0x1.06355ap-7f, \
        0x1.4360bep-9f, -0x1.80667cp-11f, 0x1.ba5f7p-13f, -0x1.0110a8p-14f, 0x1.1579fep-16f) \
    ROW(0x1.fffbe6p1f, 0x1.18954cp-3f, -0x1.094d0ep-5f, 0x1.7ff272p-28f, 0x1.e94bc4p-8f, -0x1.b8c77ep-10f, \
        0x1.846812p-12f, -0x1.4e209ep-14f, 0x1.1aec2p-16f, -0x1.0289aep-18f, 0x1.a2f89cp-21f) \
    ROW(0x1.7ffeacp2f, 0x1.7c049p-4f, -0x1.ed82bp-7f, 0x1.a50282p-32f, 0x1.3c7a84p-9f, -0x1.910c76p-12f, \
        0x1.f655fep-15f, -0x1.36cc2ap-17f, 0x1.7cb27ap-20f, -0x1.e5abe8p-23f, 0x1.23eeeep-25f) \
    ROW(0x1.200076p3f, 0x1.fe6bf6p-5f, -0x1.c045p-8f, 0x1.0af654p-30f, 0x1.87619ap-11f, -0x1.53c33ep-14f, \
        0x1.25446ep-17f, -0x1.f592fap-21f, 0x1.ac41d2p-24f, -0x1.93c3cp-27f, 0x1.54375ep-30f) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0x1.ffffc4p-3f, 0x1.8a6ae8p-1f, -0x1.7c858ep-1f, 0x1.f373ecp-26f, 0x1.2b499p-1f, -0x1.9799ccp-2f, \
        0x1.f0aca4p-3f, -0x1.14527ep-3f, 0x1.1d086p-4f, -0x1.1ae3acp-5f, 0x1.fe3118p-7f) \
    ROW(0x1.7fff5ap-1f, 0x1.038d92p-1f, -0x1.78ce6ep-2f, -0x1.5b8b08p-27f, 0x1.d90194p-3f, -0x1.09e832p-3f, \
        0x1.1194acp-4f, -0x1.054716p-5f, 0x1.d3a3d6p-7f, -0x1.9399aep-8f, 0x1.5343b2p-9f) \
    ROW(0x1.7ffefp0f, 0x1.494e62p-2f, -0x1.4f1ad4p-3f, 0x1.a7a408p-27f, 0x1.37ebd6p-4f, -0x1.0dc814p-5f, \
        0x1.b65d1cp-7f, -0x1.50bceep-8f, 0x1.ee0996p-10f, -0x1.71278ap-11f, 0x1.ec4bb8p-13f) \
    ROW(0x1.3ffecap1f, 0x1.afbcbp-3f, -0x1.3088c6p-4f, -0x1.21f1e8p-29f, 0x1.989942p-6f, -0x1.06355ap-7f, \
        0x1.4360bep-9f, -0x1.80667cp-11f, 0x1.ba5f7p-13f, -0x1.0110a8p-14f, 0x1.1579fep-16f) \
    ROW(0x1.fffbe6p1f, 0x1.18954cp-3f, -0x1.094d0ep-5f, 0x1.7ff272p-28f, 0x1.e94bc4p-8f, -0x1.b8c77ep-10f, \
        0x1.846812p-12f, -0x1.4e209ep-14f, 0x1.1aec2p-16f, -0x1.0289aep-18f, 0x1.a2f89cp-21f) \
    ROW(0x1.7ffeacp2f, 0x1.7c049p-4f, -0x1.ed82bp-7f, 0x1.a50282p-32f, 0x1.3c7a84p-9f, -0x1.910c76p-12f, \
        0x1.f655fep-15f, -0x1.36cc2ap-17f, 0x1.7cb27ap-20f, -0x1.e5abe8p-23f, 0x1.23eeeep-25f) \
    ROW(0x1.200076p3f, 0x1.fe6bf6p-5f, -0x1.c045p-8f, 0x1.0af654p-30f, 0x1.87619ap-11f, -0x1.53c33ep-14f, \
        0x1.25446ep-17f, -0x1.f592fap-21f, 0x1.ac41d2p-24f, -0x1.93c3cp-27f, 0x1.54375ep-30f) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0x1.ffffc4p-3f, 0x1.8a6ae8p-1f, -0x1.7c858ep-1f, 0x1.f373ecp-26f, 0x1.2b499p-1f, -0x1.9799ccp-2f, \
        0x1.f0aca4p-3f, -0x1.14527ep-3f, 0x1.1d086p-4f, -0x1.1ae3acp-5f, 0x1.fe3118p-7f) \
    ROW(0x1.7fff5ap-1f, 0x1.038d92p-1f, -0x1.78ce6ep-2f, -0x1.5b8b08p-27f, 0x1.d90194p-3f, -0x1.09e832p-3f, \
        0x1.1194acp-4f, -0x1.054716p-5f, 0x1.d3a3d6p-7f, -0x1.9399aep-8f, 0x1.5343b2p-9f)

#endif
