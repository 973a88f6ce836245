#include <lcms2.h>

/// Four bytes a pixel: blue, green, red, alpha. Swift does not see what macros compute.
static const cmsUInt32Number chatprint_bgra8 = TYPE_BGRA_8;
