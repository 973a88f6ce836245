/* Two GLib functions under other names. GLib's headers belong to Pango's module; a second module
   with these headers would take over their types. */

/// Returns a text in a normal form (a GNormalizeMode), to be freed; null if the text is not UTF-8.
char *glib_normalized(const char *text, long count, int form) __asm__("g_utf8_normalize");

void glib_free(void *memory) __asm__("g_free");
