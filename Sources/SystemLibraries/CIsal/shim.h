#include <isa-l/igzip_lib.h>
#include <isa-l/crc.h>

#include <stddef.h>

// A macro with arithmetic, which Swift does not import.
enum { isal_look_ahead = ISAL_LOOK_AHEAD };

/* A stream with its memory. Swift does not see its type: ISA-L's state has 100 KB of tables, for each
   word of which the compiler would write code to copy it (196 KB of the program). */
struct isal_deflater {
    struct isal_zstream stream;
    uint8_t memory[ISAL_DEF_LVL1_DEFAULT];
};

enum { isal_deflater_size = sizeof(struct isal_deflater) };

static inline void isal_deflater_begin(void *deflater, uint32_t level) {
    struct isal_deflater *own = (struct isal_deflater *)deflater;
    isal_deflate_init(&own->stream);
    own->stream.level = level;
    own->stream.level_buf = own->memory;
    own->stream.level_buf_size = sizeof own->memory;
}

static inline int isal_deflater_is_new(const void *deflater) {
    return ((const struct isal_deflater *)deflater)->stream.total_in == 0;
}

static inline void isal_deflater_add(void *deflater, const uint8_t *input, size_t count, int flush, int is_last) {
    struct isal_zstream *stream = &((struct isal_deflater *)deflater)->stream;
    stream->next_in = (uint8_t *)input;
    stream->avail_in = (uint32_t)count;
    stream->flush = (uint16_t)flush;
    stream->end_of_stream = (uint16_t)is_last;
}

/* Returns the number of bytes written; the output is complete if there are fewer than `room`. */
static inline size_t isal_deflater_run(void *deflater, uint8_t *output, size_t room) {
    struct isal_zstream *stream = &((struct isal_deflater *)deflater)->stream;
    stream->next_out = output;
    stream->avail_out = (uint32_t)room;
    isal_deflate(stream);
    return room - stream->avail_out;
}
