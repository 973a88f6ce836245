#include <sqlite3.h>

// Codes that are macros with arithmetic.
enum {
    database_read_failed = SQLITE_IOERR_READ,
    database_read_short = SQLITE_IOERR_SHORT_READ,
    database_delete_failed = SQLITE_IOERR_DELETE,
};

// The name of our VFS, which SQLite keeps.
static const char *const database_vfs = "chatprint";

// A file that SQLite has opened through our VFS, with the object that owns its pages.
struct database_file {
    sqlite3_file base;
    const void *pages;
};

// sqlite3_db_config is variadic.
static inline int set_database_option(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}
