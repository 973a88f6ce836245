#include <isa-l/igzip_lib.h>
#include <isa-l/crc.h>

// Macros with arithmetic, which Swift does not import.
enum {
    isal_level1_buffer_size = ISAL_DEF_LVL1_DEFAULT,
    isal_level3_buffer_size = ISAL_DEF_LVL3_DEFAULT,
    isal_look_ahead = ISAL_LOOK_AHEAD,
};
