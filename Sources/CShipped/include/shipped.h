#ifndef CHATPRINT_SHIPPED_H
#define CHATPRINT_SHIPPED_H

#include <stddef.h>

/// A file of config, as it was when the program was built.
struct shipped_file {
    /// Its path in config.
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

size_t shipped_count(void);

/// The file at an index below the count.
const struct shipped_file *shipped_file_at(size_t index);

/// The version of the program, as version.txt has it: a line.
const char *shipped_version(void);

#endif
