#include <sys/syscall.h>
#include <linux/perf_event.h>
#include <malloc.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
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

/* A file without a name (O_TMPFILE, of which glibc shows the public name for _GNU_SOURCE only). */
static inline int open_spill_file(const char *directory) {
    return open(directory, __O_TMPFILE | O_DIRECTORY | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
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

static inline int poller_open(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static inline int wake_open(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

static const unsigned int edge_events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
static const unsigned int listener_events = EPOLLIN | EPOLLEXCLUSIVE;
static const unsigned int wake_events = EPOLLIN;
static const unsigned int readable_events = EPOLLIN | EPOLLRDHUP;
static const unsigned int writable_events = EPOLLOUT;
static const unsigned int hangup_events = EPOLLRDHUP;
static const unsigned int broken_events = EPOLLERR | EPOLLHUP;
