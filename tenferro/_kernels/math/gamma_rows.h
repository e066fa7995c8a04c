/* The rows of gamma.h: `python tools/minimax_gamma.py gamma_f64 lgamma_f64 stirling_f64`.
 *
 * Laid out as those of erf_rows.h: center, value, the first coefficient in two parts, the others. Quarters of an octave by
 * the last two bits of a double's exponent: [2, 4), [4, 8), [1/2, 1), [1, 2).
 */
#ifndef TENFERRO_GAMMA_ROWS_H
#define TENFERRO_GAMMA_ROWS_H

/* error 2^-57.02 */
#define GAMMA_ROWS_F64(ROW) \
    ROW(0x1.200000000004cp1, 0x1.220c7dacf55b5p0, 0x1.4c2200ac4a9c1p-1, 0x1.cd20146134531p-56, 0x1.00bbbf25f433cp-1, \
        0x1.45553ac136d7bp-3, 0x1.552d86e568101p-4, 0x1.d186930aa0f8ap-7, 0x1.255c56703dbf9p-7, \
        -0x1.052dc2b2b24b7p-15, 0x1.fc37eb7a83cb3p-11, -0x1.deb57a298fdc7p-13, 0x1.2d666576fa33dp-13, \
        -0x1.d9167cb1057fp-15, 0x1.d0d9bef35d5d8p-16, -0x1.9c943d5e448bbp-17) \
    ROW(0x1.5ffffffffff92p1, 0x1.9bbd716da41f8p0, 0x1.512ca0189d24bp0, 0x1.390151576de3fp-54, 0x1.c8472a5008701p-1, \
        0x1.8a0389a4e2b31p-2, 0x1.3f65c8c7154fcp-3, 0x1.7edabc2ed5a44p-5, 0x1.dda714d86075dp-7, \
        0x1.a7286b62398d2p-9, 0x1.df5a38fbdf47ap-11, 0x1.16602388bd2c4p-13, 0x1.917961030319bp-15, \
        0x1.f84f2303bed77p-21, 0x1.930143f347b6ep-19, -0x1.31fb3f72d44a3p-21) \
    ROW(0x1.9ffffffffffa2p1, 0x1.464e0d6293f09p1, 0x1.4bd95f376482cp1, 0x1.da9e60b18487p-53, 0x1.c6e43760d7d77p0, \
        0x1.b7bbb032a2c3fp-1, 0x1.629439419f146p-2, 0x1.d81b6040b0722p-4, 0x1.19659579399bbp-5, \
        0x1.2310aef216c07p-7, 0x1.19ca7417f8f58p-9, 0x1.dde58337b27fbp-12, 0x1.8fc6a928d1ac1p-14, \
        0x1.18cc91dd73ecbp-16, 0x1.c17a93248b331p-19, 0x1.083358f276334p-21) \
    ROW(0x1.e000000000062p1, 0x1.1b123dfb60f22p2, 0x1.4ebe0a6c553d9p2, 0x1.40a1e54ee429bp-55, 0x1.e2473d2354a4ep1, \
        0x1.f30603c960614p0, 0x1.a097bedb518abp-1, 0x1.234e1513a7cfp-2, 0x1.639ecd3f53f46p-4, 0x1.80496f46e6e7cp-6, \
        0x1.785b3d5b10ep-8, 0x1.4f5e45cdcbb7bp-10, 0x1.152f56178bfc8p-12, 0x1.a6f0fcc2bc745p-15, \
        0x1.33f0d410cd68ap-17, 0x1.a3d60ecf0eb31p-20) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) \
    ROW(0x1.1ffffffffff28p-1, 0x1.94fa627d95084p0, -0x1.5513ecc1bd86ap1, -0x1.582b0beb88057p-54, \
        0x1.5c741a12655fcp2, -0x1.39f0b3b375888p3, 0x1.1a928afc1cad5p4, -0x1.f802aa1840ed9p4, 0x1.c0a45a39b9e82p5, \
        -0x1.8efc802d25eecp6, 0x1.62b86707ae6aap7, -0x1.3b53cc5aae604p8, 0x1.1816e37df1124p9, -0x1.f1ef356faa814p9, \
        0x1.ce55467208c95p10, -0x1.9b17c857e459ep11) \
    ROW(0x1.6000000000163p-1, 0x1.517bf09b398ccp0, -0x1.a7dde2c17dc73p0, -0x1.fe908c8e87d7p-54, 0x1.7b29b166849e6p1, \
        -0x1.1596b47429017p2, 0x1.9cb2054fafc89p2, -0x1.2da48cc5ac587p3, 0x1.b8021969d91b6p3, -0x1.4056e1b23b373p4, \
        0x1.d2288aee49eb1p4, -0x1.5315e53ae6304p5, 0x1.ed1557893467p5, -0x1.669f28bd0ec79p6, 0x1.0ca027f6950e5p7, \
        -0x1.86829c44576dep7) \
    ROW(0x1.a00000000010cp-1, 0x1.26858f1d7c1fdp0, -0x1.13d9d4720c40ep0, -0x1.d0511dc67ec26p-54, \
        0x1.cbd2ab05fa8b4p0, -0x1.1728f9bd5fc5bp1, 0x1.6461d64732708p1, -0x1.b9200f41feb33p1, 0x1.10d9d8a9b2a5cp2, \
        -0x1.506c09d7696c2p2, 0x1.9e6f8a1a951a3p2, -0x1.fe46998075d07p2, 0x1.3a0053a44003bp3, -0x1.8280568d1bd24p3, \
        0x1.e74b137ac76f5p3, -0x1.2b92a787fe781p4) \
    ROW(0x1.e000000000035p-1, 0x1.0a490a651921ep0, -0x1.6ccfad7670598p-1, -0x1.c4d89479f06eap-55, \
        0x1.2f5340da32981p0, -0x1.325b9c2d0fb7ep0, 0x1.5b43e35297dd4p0, -0x1.73b41bc83da32p0, 0x1.8ff05720b7195p0, \
        -0x1.abb50cfdb8044p0, 0x1.c8f6457bee321p0, -0x1.e7c70f6de1657p0, 0x1.046080f6bf30ep1, -0x1.15b923f7d543fp1, \
        0x1.1f486526ee86fp1, -0x1.379c8321ed739p1) \
    ROW(0x1.200000000018fp0, 0x1.e22c196233bfdp-1, -0x1.76a409ae3c89bp-2, -0x1.b639951135814p-55, \
        0x1.730bc7f21fe26p-1, -0x1.13a06a04badfap-1, 0x1.17d53e29f4f9fp-1, -0x1.eac64a003c707p-2, \
        0x1.bcd86b43629ffp-2, -0x1.8c7b2b4f8c44ep-2, 0x1.61a86b2310725p-2, -0x1.3aca97a8ed917p-2, \
        0x1.17d731893042bp-2, -0x1.f1a2448bf6b4dp-3, 0x1.ce2f79a18d065p-3, -0x1.9c47ad42b686p-3) \
    ROW(0x1.600000000002ep0, 0x1.c71fade8fe44dp-1, -0x1.3df9f0ba64dc9p-4, -0x1.06aabf2bc911bp-57, \
        0x1.e1a78c8d780e9p-2, -0x1.8e1f0074396ddp-3, 0x1.adfa648d45ccp-3, -0x1.196a992190592p-3, \
        0x1.b517b16dd649fp-4, -0x1.3b6272d96fbdap-4, 0x1.cf7f7ec7fdd31p-5, -0x1.519c3c6f9a3c5p-5, \
        0x1.ebf52318eb5dap-6, -0x1.66151f0f9f49ap-6, 0x1.0c467c1abbc4dp-6, -0x1.87c1c6f4c92b4p-7) \
    ROW(0x1.a000000000054p0, 0x1.cb0bc8b68e419p-1, 0x1.0e742e17b80d7p-3, -0x1.d63be6d4489f4p-57, \
        0x1.8c19c54dfcdacp-2, -0x1.714dfc608e71dp-5, 0x1.b9345acb4bbdbp-4, -0x1.65ad524a56a38p-5, \
        0x1.1945ac4490762p-5, -0x1.42358836e004fp-6, 0x1.9cababb1cc174p-7, -0x1.f8fc55f2e8994p-8, \
        0x1.38c2d886ced26p-8, -0x1.813a91bb1fedcp-9, 0x1.e1b749b10ddcdp-10, -0x1.2b4b62f9cae65p-10) \
    ROW(0x1.dffffffffffe7p0, 0x1.e82a0cb07f015p-1, 0x1.4ad1b8946682dp-2, -0x1.b4448158e4727p-57, \
        0x1.8d937ecbafebap-2, 0x1.6802e7043db45p-5, 0x1.3c7a4313d98bbp-4, -0x1.422606a01bf76p-7, \
        0x1.e357ef9ffb4aep-7, -0x1.6fc2b5c6290bp-8, 0x1.d506fb26a7779p-9, -0x1.d918538ed888p-10, \
        0x1.03a7ab86fb446p-10, -0x1.136bd59b83133p-11, 0x1.23a1b60b429e7p-12, -0x1.45b53bde22bep-13)
/* error 2^-58.62 */
#define LGAMMA_ROWS_F64(ROW) \
    ROW(0x1.1ffffffffff93p1, 0x1.992dfc9539de6p-2, -0x1.5fc498795df46p-4, -0x1.0272fafb465edp-57, \
        0x1.9dff298b20ad6p-6, -0x1.155963451c91ep-7, 0x1.8e9b025bb6eafp-9, -0x1.2b1a505b8f296p-10, \
        0x1.ce0fe3b073568p-12, -0x1.6c4b7a5b0ef39p-13, 0x1.2399d04531a26p-14, -0x1.d844e5a31b642p-16, \
        0x1.81ba4fccde4c4p-17, -0x1.3d853d061e7b7p-18, 0x1.114bf869a298cp-19, -0x1.c8614cb8a9f9cp-21) \
    ROW(0x1.5ffffffffff72p1, 0x1.72c2097ce3973p-2, -0x1.0d3a377b6e7b3p-4, -0x1.640f954b7e56ap-59, \
        0x1.06a6ddd8fb133p-6, -0x1.21a2b60f16613p-8, 0x1.558c905fbb08ep-10, -0x1.a405795ecdd89p-12, \
        0x1.09b50a2d38ecp-13, -0x1.5715465d35854p-15, 0x1.c1c229d4c5a16p-17, -0x1.2a42becff46d2p-18, \
        0x1.8f39f57b3b7f7p-20, -0x1.0d2b0db6a7a2fp-21, 0x1.736b85d84f134p-23, -0x1.fcfcf8bbff72dp-25) \
    ROW(0x1.a000000000048p1, 0x1.54b70fd4d44cep-2, -0x1.adcea6e1f24dep-5, 0x1.9460e10db927ep-59, \
        0x1.66e19eabbf69ap-7, -0x1.50baf74ade5a5p-9, 0x1.50f30d78d7ee3p-11, -0x1.5f26c76ad0d49p-13, \
        0x1.784471c32a787p-15, -0x1.9b5a6321fd7a8p-17, 0x1.c88aea47669edp-19, -0x1.0051b3cc0a92ap-20, \
        0x1.22205fa2e1e1ap-22, -0x1.4b720aa0a21b1p-24, 0x1.9ff0306e9970fp-26, -0x1.d1daf4ef1275cp-28) \
    ROW(0x1.dffffffffffcep1, 0x1.3c5d0bbb36d4bp-2, -0x1.619ba2ea4375ep-5, 0x1.f166680e417ebp-62, \
        0x1.027e5ea2e76adp-7, -0x1.a697bbce799d2p-10, 0x1.6f8430f2fc929p-12, -0x1.4c75cfd9dce4bp-14, \
        0x1.3505ed6ade5cfp-16, -0x1.24f6a71dada65p-18, 0x1.19ea74b0db002p-20, -0x1.1272e7b868008p-22, \
        0x1.0cded04f78b0fp-24, -0x1.0a8374220ef91p-26, 0x1.4fad518359476p-28, -0x1.32f3f263c7d2ep-30) \
    ROW(0x1.1fffffffffe41p2, 0x1.1f2843dd9bb43p-2, -0x1.12f65172969aap-5, -0x1.e8962ea84e026p-60, \
        0x1.5377bc89b3dbcp-8, -0x1.d1cdeab65118ep-11, 0x1.52f77b7ea697ep-13, -0x1.002514175a0a4p-15, \
        0x1.8d6386acc359dp-18, -0x1.3a3b2fe35795fp-20, 0x1.f844ba95c2dap-23, -0x1.99478b21c2d1p-25, \
        0x1.4f101ca6199a9p-27, -0x1.14806c479ce94p-29, 0x1.dd3ad6315b828p-32, -0x1.8f7e6855237a3p-34) \
    ROW(0x1.5ffffffffff87p2, 0x1.01521b622d7bcp-2, -0x1.9f4ba29bfc3b6p-6, -0x1.5673cf74afaefp-60, \
        0x1.a9c66da249b0ap-9, -0x1.e21629ca4fc5p-12, 0x1.20839a758ececp-14, -0x1.65e917afbf153p-17, \
        0x1.c73e59d6a38b4p-20, -0x1.26eaf751981bfp-22, 0x1.838fb47382dbep-25, -0x1.01846a3f582f4p-27, \
        0x1.59309bb7b257bp-30, -0x1.d25e78af39d2cp-33, 0x1.4742577a84a1ep-35, -0x1.be081c32cd496p-38) \
    ROW(0x1.a0000000001d4p2, 0x1.d4900dd4e61d8p-3, -0x1.47acd07fd079fp-6, -0x1.e3b0d50d3c153p-60, \
        0x1.1fd2a3229654ap-9, -0x1.15d1037b82b6ep-12, 0x1.1ab6168debdb7p-15, -0x1.29afa910c69fdp-18, \
        0x1.410fb748aa015p-21, -0x1.607c621379ff9p-24, 0x1.88577cad50a4dp-27, -0x1.b976fe8fd3a0bp-30, \
        0x1.f25c335ce6234p-33, -0x1.1d8be53ea614p-35, 0x1.c3bef4b55e4e6p-38, -0x1.d5898230b0725p-41) \
    ROW(0x1.dffffffffffbfp2, 0x1.af9e7469da62cp-3, -0x1.0ad8960869b53p-6, -0x1.c2aaee218807ap-60, \
        0x1.9aa249398db7ap-10, -0x1.59c89b46ddad7p-13, 0x1.324a575cc579ep-16, -0x1.18589cad4ea3ep-19, \
        0x1.069718c258488p-22, -0x1.f47063d4defedp-26, 0x1.e33de61c86744p-29, -0x1.d79a7791c9119p-32, \
        0x1.d06e4b2f5f7a8p-35, -0x1.cc5e5cd5c0008p-38, 0x1.bdb18c473d6d9p-41, -0x1.c67ea62b021f8p-44) \
    ROW(0x1.200000000005ep-1, 0x1.75659640c74e9p-1, -0x1.021417305db45p-1, 0x1.4b78e9fe11a39p-56, \
        0x1.1bd803ceb6d47p-1, -0x1.7180ec8b3841fp-1, 0x1.04922a204e7f6p0, -0x1.80be9715416b3p0, 0x1.24a6b560f0cbfp1, \
        -0x1.c6bea718082c8p1, 0x1.67006c068ac3cp2, -0x1.1efdbd6488213p3, 0x1.cf3fc4a126b4ep3, -0x1.793817ca7093fp4, \
        0x1.41a9e09933ed9p5, -0x1.09c00a519707ap6) \
    ROW(0x1.6000000000242p-1, 0x1.58f53767cb34dp-1, -0x1.92432b2c83db8p-2, 0x1.9a2e893e0d6c6p-59, \
        0x1.6cf2257efcaabp-2, -0x1.866d5df6eb847p-2, 0x1.c44947709bc71p-2, -0x1.122dd41aa0445p-1, \
        0x1.5659494b63513p-1, -0x1.b46e6c2079719p-1, 0x1.1a8bbed8383cep0, -0x1.725154d3ba31ap0, 0x1.e9d9471419893p0, \
        -0x1.46e2a8c85275cp1, 0x1.ca1f91e5fb504p1, -0x1.32a3cf210c6a1p2) \
    ROW(0x1.a0000000000a8p-1, 0x1.4255956f99508p-1, -0x1.465b7cded725p-2, 0x1.0ce4cd62a398fp-58, \
        0x1.f88cd9b6cd1e4p-3, -0x1.ca425a056b244p-3, 0x1.c27654ea883a9p-3, -0x1.cf60eac2f881ep-3, \
        0x1.ead11eacc9a4bp-3, -0x1.0952693a95c5dp-2, 0x1.23442aa948a63p-2, -0x1.43920e8e9b32cp-2, \
        0x1.6a6de09715db3p-2, -0x1.9a018b840c6c8p-2, 0x1.00a05a0a9461ep-1, -0x1.19aed7cb72fa9p-1) \
    ROW(0x1.dffffffffff82p-1, 0x1.2fb55f60ad563p-1, -0x1.10837103fb85fp-2, 0x1.12f872332944p-57, \
        0x1.6f64c2c766bb3p-3, -0x1.21f846c165eap-3, 0x1.ef1b5afadcd02p-4, -0x1.ba4f50f1efee1p-4, \
        0x1.96da729d3e593p-4, -0x1.7df04497779d5p-4, 0x1.6bfd32ee949b6p-4, -0x1.5efc0e435672fp-4, \
        0x1.5859d4cc8051fp-4, -0x1.5052f04d8c4e3p-4, 0x1.97a327f9fa53p-6, -0x1.c86e3ebcb4ed3p-5) \
    ROW(0x1.1ffffffffffadp0, 0x1.18fa23339f776p-1, -0x1.b0711b5cab07ep-3, -0x1.36a707f91f53cp-57, \
        0x1.e9e50dcc1eac3p-4, -0x1.4348c4d3c9e24p-4, 0x1.cd104346d5e7cp-5, -0x1.580598a5c1263p-5, \
        0x1.084e46558ae4ep-5, -0x1.9e75684c053f5p-6, 0x1.49db8d4da2619p-6, -0x1.099202f464528p-6, \
        0x1.af58cf7c5816ap-7, -0x1.611b8e09a15fcp-7, 0x1.2e17acb81ebd5p-7, -0x1.f6294548aafffp-8) \
    ROW(0x1.5ffffffffffb5p0, 0x1.013d8539b9692p-1, -0x1.4e6fc9adb1fbp-3, 0x1.20555d2fc4ac4p-57, \
        0x1.3911f42531957p-4, -0x1.5357c893b0cffp-5, 0x1.8cdb39b32930cp-6, -0x1.e5856473595ccp-7, \
        0x1.31d3c4e4e70b8p-7, -0x1.89356e48c66cdp-8, 0x1.0095e274da2e5p-8, -0x1.52b94f9b878bbp-9, \
        0x1.c34a51cac9f76p-10, -0x1.2ec54a80c5312p-10, 0x1.9c482f2361968p-11, -0x1.1a77dadb54f9bp-11) \
    ROW(0x1.a00000000022ap0, 0x1.dcfd339a87ee2p-2, -0x1.0d794943572c6p-3, -0x1.d1b2ca262ca11p-59, \
        0x1.aebb0c81e4e4bp-5, -0x1.8c66d24dc266ep-6, 0x1.88f37b6b04803p-7, -0x1.9755f4406a06cp-8, \
        0x1.b2cd2c3513951p-9, -0x1.d9b6085a5cbb8p-10, 0x1.05ebe0507eb55p-10, -0x1.250856629fdaep-11, \
        0x1.521334071da51p-12, -0x1.7c49417be5dd4p-13, -0x1.7087c2509503fp-15, -0x1.308541e4eca65p-16) \
    ROW(0x1.dffffffffffd9p0, 0x1.be5346f51a241p-2, -0x1.bf346f5de0b03p-4, -0x1.14c1710bfab09p-59, \
        0x1.384caef1e4654p-5, -0x1.f3cb040748fbbp-7, 0x1.ae0b9be12789dp-8, -0x1.82bef48fc0977p-9, \
        0x1.661e040942c39p-10, -0x1.527a920fe3971p-11, 0x1.44c6881d7cfccp-12, -0x1.3b3d1a5a58138p-13, \
        0x1.354d96c910ca5p-14, -0x1.30ea159890efbp-15, 0x1.032af99adf12p-16, -0x1.1a2bbdb7ca7fp-17)
/* error 2^-62.0 */
#define STIRLING_F64 0x1.5555555555554p-4, -0x1.6c16c16c0a38p-9, 0x1.a01a015a73effp-11, -0x1.38135493a83ebp-11, 0x1.b941fadda30ccp-11, -0x1.f4eeab301d2f5p-10, 0x1.94647008924c3p-8, -0x1.84aeaddc27f3ap-6, 0x1.4c96a7ab366a6p-4, -0x1.42af39c75cabfp-3

#endif
