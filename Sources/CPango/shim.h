#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <hb.h>
#include <hb-ot.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>

// Macros with casts, which Swift cannot read.

static inline PangoGlyph chatprint_empty_glyph(void) { return PANGO_GLYPH_EMPTY; }
static inline PangoGlyph chatprint_unknown_glyph_flag(void) { return PANGO_GLYPH_UNKNOWN_FLAG; }
static inline PangoFcFont *chatprint_fc_font(PangoFont *font) { return PANGO_FC_FONT(font); }
