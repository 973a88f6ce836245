#include <lcms2.h>

/// Four bytes a pixel: blue, green, red, alpha. Swift does not see what macros compute.
static const cmsUInt32Number chatprint_bgra8 = TYPE_BGRA_8;
static const cmsUInt32Number chatprint_gray8 = TYPE_GRAY_8;
/// Four inks a pixel, 255 for all of one.
static const cmsUInt32Number chatprint_cmyk8 = TYPE_CMYK_8;
