#include <lcms2.h>

/// Four bytes per pixel: blue, green, red, alpha. Swift does not import computed macros.
static const cmsUInt32Number chatprint_bgra8 = TYPE_BGRA_8;
static const cmsUInt32Number chatprint_gray8 = TYPE_GRAY_8;
/// Four inks per pixel, 255 for full ink.
static const cmsUInt32Number chatprint_cmyk8 = TYPE_CMYK_8;
