// No include guard: this file is included once per file, as FILE_OF_CONFIG.
{
    &(FILE_OF_CONFIG)[sizeof "../../config/" - 1],
    (const unsigned char[]){
#embed FILE_OF_CONFIG
    },
    sizeof(unsigned char[]){
#embed FILE_OF_CONFIG
    },
},
#undef FILE_OF_CONFIG
