/* libpng reports errors with longjmp, which must not cross a Swift frame. Each function here calls
   setjmp itself and returns 0 after an error; no Swift frame is in between. */
#include <png.h>
#include <stdlib.h>
#include <string.h>

struct png_rows {
    png_structp png;
    png_infop info;
    const png_byte *bytes;
    size_t count;
    size_t offset;
    /* Whether the decoder requested more bytes than there are. */
    int ran_out;
};

static inline void png_rows_failed(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static inline void png_rows_warned(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static inline void png_rows_take(png_structp png, png_bytep target, size_t length) {
    struct png_rows *rows = (struct png_rows *)png_get_io_ptr(png);
    if (length > rows->count - rows->offset) {
        rows->ran_out = 1;
        png_error(png, "");
    }
    memcpy(target, rows->bytes + rows->offset, length);
    rows->offset += length;
}

/* The bytes are borrowed until png_rows_close. */
static inline struct png_rows *png_rows_open(const png_byte *bytes, size_t count) {
    struct png_rows *rows = (struct png_rows *)calloc(1, sizeof *rows);
    if (!rows) return NULL;
    rows->bytes = bytes;
    rows->count = count;
    rows->png = png_create_read_struct(
        PNG_LIBPNG_VER_STRING, NULL, png_rows_failed, png_rows_warned);
    return rows;
}

static inline void png_rows_close(struct png_rows *rows) {
    png_destroy_read_struct(&rows->png, &rows->info, NULL);
    free(rows);
}

/* Reads everything before the pixels and requests rows of 8-bit BGRA. Text, profiles and unknown
   chunks are skipped without reading, so that none of them can be inflated. */
static inline int png_rows_start(struct png_rows *rows, png_uint_32 width, png_uint_32 height) {
    static const png_byte wanted[] = "cHRM\0gAMA\0sRGB";
    png_structp png = rows->png;
    if (!png || setjmp(png_jmpbuf(png))) return 0;
    rows->info = png_create_info_struct(png);
    if (!rows->info) return 0;
    png_set_read_fn(png, rows, png_rows_take);
    png_set_user_limits(png, width, height);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, wanted, 3);
    png_read_info(png, rows->info);
    png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    png_set_bgr(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, rows->info);
    return png_get_image_width(png, rows->info) == width
        && png_get_image_height(png, rows->info) == height
        && png_get_rowbytes(png, rows->info) == (size_t)width * 4;
}

static inline int png_rows_next(struct png_rows *rows, png_bytep row) {
    if (setjmp(png_jmpbuf(rows->png))) return 0;
    png_read_row(rows->png, row, NULL);
    return 1;
}
