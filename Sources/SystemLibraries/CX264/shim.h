#include <stdarg.h>
#include <stdint.h>

#include <x264.h>
