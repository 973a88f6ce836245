#include <cairo.h>
#include <cairo-ft.h>
#include FT_TRUETYPE_TABLES_H
