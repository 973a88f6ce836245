#include <sys/syscall.h>
#include <linux/perf_event.h>
#include <malloc.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <linux/magic.h>
#include <poll.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <fcntl.h>
#include <unistd.h>
#include <signal.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <time.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Addresses come in several types behind one pointer, and accept4 is declared only for _GNU_SOURCE,
   which this module cannot define: the types of glibc would then differ from those that Swift has. */

extern int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int socket_accept(int listener, struct sockaddr_storage *address) {
    socklen_t size = sizeof *address;
    return accept4(
        listener, (struct sockaddr *)address, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int socket_bind(int fd, const struct sockaddr_storage *address, socklen_t size) {
    return bind(fd, (const struct sockaddr *)address, size);
}

static inline int socket_connect(int fd, const struct sockaddr_storage *address, socklen_t size) {
    return connect(fd, (const struct sockaddr *)address, size);
}

static inline int socket_name(int fd, struct sockaddr_storage *address, socklen_t *size) {
    *size = sizeof *address;
    return getsockname(fd, (struct sockaddr *)address, size);
}

/* The constants are enumerations or casts, which Swift imports as types of their own or not at all. */

static inline int socket_open(int family) {
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static inline int socket_set(int fd, int level, int option, int value) {
    return setsockopt(fd, level, option, &value, sizeof value);
}

/* Makes close() send a reset and drop what the peer has not taken. */
static inline int socket_reset_on_close(int fd) {
    struct linger now = {.l_onoff = 1, .l_linger = 0};
    return setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

static inline ssize_t socket_send(int fd, const void *bytes, size_t count) {
    return send(fd, bytes, count, MSG_NOSIGNAL);
}

static inline int descriptor_limit(struct rlimit *limit) {
    return getrlimit(RLIMIT_NOFILE, limit);
}

static inline int set_descriptor_limit(const struct rlimit *limit) {
    return setrlimit(RLIMIT_NOFILE, limit);
}

/* A file without a name (O_TMPFILE, of which glibc shows the public name for _GNU_SOURCE only); where the
   file system has none such, one whose name is taken away at once. */
static inline int open_spill_file(const char *directory) {
    int fd = open(directory, __O_TMPFILE | O_DIRECTORY | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return fd;
    char name[4096];
    if (snprintf(name, sizeof name, "%s/chatprint-XXXXXX", directory) >= (int)sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkstemp(name);
    if (fd < 0) return -1;
    unlink(name);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return fd;
}

/* Whether a file is kept in memory. */
static inline int is_in_memory(int fd) {
    struct statfs facts;
    return fstatfs(fd, &facts) == 0
        && (facts.f_type == TMPFS_MAGIC || facts.f_type == RAMFS_MAGIC);
}

/* Whether nothing can be sent or received on a socket any more. */
static inline int socket_is_broken(int fd) {
    struct pollfd socket = {.fd = fd};
    return poll(&socket, 1, 0) == 1 && (socket.revents & (POLLERR | POLLHUP));
}

static inline int open_nothing(void) {
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static inline void memory_trim(void) {
    malloc_trim(0);
}

static inline void memory_use_one_arena(void) {
    mallopt(M_ARENA_MAX, 1);
}

static inline int pipe_open(int *ends) {
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    return 0;
}

static inline int instructions_open(void) {
    struct perf_event_attr counted = {
        .type = PERF_TYPE_HARDWARE, .size = sizeof counted, .config = PERF_COUNT_HW_INSTRUCTIONS,
        .inherit = 1, .exclude_kernel = 1, .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &counted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}
