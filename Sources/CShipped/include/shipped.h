#ifndef CHATPRINT_SHIPPED_H
#define CHATPRINT_SHIPPED_H

#include <stddef.h>

/// A file of config, embedded when the program was built.
struct shipped_file {
    /// The path within config.
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

size_t shipped_count(void);

/// Returns the file at an index below the count.
const struct shipped_file *shipped_file_at(size_t index);

/// The program's version, a line from version.txt.
const char *shipped_version(void);

#endif
