#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <hb.h>
#include <hb-ot.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>

// A macro with a cast, which Swift cannot import.

static inline PangoFcFont *chatprint_fc_font(PangoFont *font) { return PANGO_FC_FONT(font); }
