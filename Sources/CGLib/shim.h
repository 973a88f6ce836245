/* Two functions under names of their own: GLib's headers belong to the module of Pango, and a second one of them
   would take their types from it. */

/// Text in a normal form (a GNormalizeMode), to be freed; null where it is no UTF-8.
char *glib_normalized(const char *text, long count, int form) __asm__("g_utf8_normalize");

void glib_free(void *memory) __asm__("g_free");
