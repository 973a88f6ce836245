#include <sys/syscall.h>
#include <linux/perf_event.h>
#include <malloc.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/epoll.h>
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
#include <sys/wait.h>
#include <spawn.h>

/* Addresses of several types share one pointer. accept4 is only declared with _GNU_SOURCE, which
   this module cannot define, because the types of glibc would then differ from those that Swift
   imports. */

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

/* The constants are enumerations or casts, which Swift imports as separate types or not at all. */

static inline int socket_open(int family) {
    return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

static inline int socket_set(int fd, int level, int option, int value) {
    return setsockopt(fd, level, option, &value, sizeof value);
}

/* Makes close() send a reset and discard data that the peer has not received. */
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

/* Opens an unnamed file (O_TMPFILE; glibc declares the public name only with _GNU_SOURCE). If the
   file system does not support it, the file is created with a name that is removed immediately. */
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

/* Whether a file is on a file system in memory. */
static inline int is_in_memory(int fd) {
    struct statfs facts;
    return fstatfs(fd, &facts) == 0
        && (facts.f_type == TMPFS_MAGIC || facts.f_type == RAMFS_MAGIC);
}

/* Whether a socket can no longer send or receive. */
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

/* Uses a single heap that keeps up to `kept` freed bytes and contains blocks of up to `largest`
   bytes. */
static inline void memory_use_one_heap(int kept, int largest) {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, kept);
    mallopt(M_MMAP_THRESHOLD, largest);
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

/* Child processes: pairs of sockets, files in memory, and spawning. */

/* A pair of stream sockets, or of packet sockets, which keep message boundaries. */
static inline int socket_pair(int packets, int *ends) {
    int type = packets ? SOCK_SEQPACKET : SOCK_STREAM;
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    /* A whole response fits in the buffer, so that the sender need not wait for the reader, as far
       as the system allows. */
    int room = 1 << 20;
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    return 0;
}

/* Sends two arrays and a file descriptor (none if it is negative), which the receiver owns. */
static inline ssize_t socket_send_file(
    int fd, const void *head, size_t headCount, const void *body, size_t bodyCount, int file,
    int waits) {
    struct iovec pieces[] = {{(void *)head, headCount}, {(void *)body, bodyCount}};
    char room[CMSG_SPACE(sizeof(int))] __attribute__((aligned(8))) = {0};
    struct msghdr message = {.msg_iov = pieces, .msg_iovlen = 2};
    if (file >= 0) {
        message.msg_control = room;
        message.msg_controllen = sizeof room;
        struct cmsghdr *control = CMSG_FIRSTHDR(&message);
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(sizeof(int));
        *(int *)CMSG_DATA(control) = file;
    }
    return sendmsg(fd, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
}

/* Receives bytes and the file descriptor sent with them, or -1 if there was none. */
static inline ssize_t socket_receive_file(
    int fd, void *bytes, size_t count, int waits_for_all, int *file) {
    struct iovec piece = {.iov_base = bytes, .iov_len = count};
    char room[CMSG_SPACE(sizeof(int))] __attribute__((aligned(8)));
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room,
    };
    *file = -1;
    ssize_t received = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | (waits_for_all ? MSG_WAITALL : 0));
    if (received < 0) return received;
    struct cmsghdr *control = CMSG_FIRSTHDR(&message);
    if (control && control->cmsg_level == SOL_SOCKET && control->cmsg_type == SCM_RIGHTS)
        *file = *(int *)CMSG_DATA(control);
    return received;
}

/* Receives one packet without waiting. For a packet longer than the buffer it returns the full
   length. */
static inline ssize_t socket_receive_packet(int fd, void *bytes, size_t count) {
    return recv(fd, bytes, count, MSG_TRUNC | MSG_DONTWAIT);
}

/* A queue of threads that wait until a socket is readable. Each arming wakes one of them. */
static inline int arrivals_arm(int queue, int fd, int is_new) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLONESHOT};
    return epoll_ctl(queue, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event);
}

static inline int arrivals_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline ssize_t arrivals_wait(int queue) {
    struct epoll_event event;
    return epoll_wait(queue, &event, 1, -1);
}

static inline int memory_file_open(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */ | 2 /* MFD_ALLOW_SEALING */);
}

/* Makes the file immutable: neither its bytes nor its length can change. */
static inline int memory_file_seal(int fd) {
    return fcntl(fd, 1033 /* F_ADD_SEALS */, 1 | 2 | 4 | 8 /* seal, shrink, grow, write */);
}

/* Starts a program with `files` as its descriptors from 3 on. It reads from `input`, or from
   /dev/null if that is negative, and writes to `output`, or to the output of this process. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

static inline int process_spawn(
    pid_t *process, const char *path, char *const *arguments, char *const *environment,
    const int *files, int count, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    if (input < 0) posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    else posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, 1);
    /* No descriptor may be overwritten before it is copied, so all are first copied above the
       range. */
    int above = 3 + count;
    for (int index = 0; index < count; index++)
        if (files[index] >= above) above = files[index] + 1;
    for (int index = 0; index < count; index++)
        posix_spawn_file_actions_adddup2(&actions, files[index], above + index);
    for (int index = 0; index < count; index++)
        posix_spawn_file_actions_adddup2(&actions, above + index, 3 + index);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3 + count);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return code;
}

/* Waits for a child to end or stop. Returns 0 with its exit code, 1 with the signal that ended it,
   2 if it was stopped, or -1 if there is no child. */
static inline int process_wait(pid_t process, int *number) {
    int status;
    while (waitpid(process, &status, WUNTRACED) < 0)
        if (errno != EINTR) return -1;
    if (WIFEXITED(status)) return *number = WEXITSTATUS(status), 0;
    if (WIFSIGNALED(status)) return *number = WTERMSIG(status), 1;
    return 2;
}

/* Handles a fatal signal. If another process sent it, this process ends with SIGKILL, so that the
   signal is not mistaken for a crash. */
static inline void outsiders_signal(int number, siginfo_t *facts, void *context) {
    (void)context;
    if (facts->si_code <= 0 && facts->si_pid != getpid()) kill(getpid(), SIGKILL);
    /* SA_RESETHAND has removed the handler, so the instruction runs again and the signal is fatal.
       */
    if (facts->si_code <= 0) raise(number);
}

static inline void tell_outsiders_signals(void) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK};
    action.sa_sigaction = outsiders_signal;
    int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
    for (int index = 0; index < 6; index++) sigaction(numbers[index], &action, 0);
}

static inline int socket_finish_sending(int fd) {
    return shutdown(fd, SHUT_WR);
}
