#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <syslog.h>
#include <unistd.h>

/* glibc declares it only with _GNU_SOURCE, with which the types would differ from those that Swift
   imports. */
#ifndef O_PATH
#define O_PATH 010000000
#endif
#ifndef CLONE_THREAD
#define CLONE_THREAD 0x00010000
#endif

/* Functions that Swift cannot call: variadic functions, constants with casts, structures of kernel
   headers. Each returns 0, or -1 with errno. */

static inline int sandbox_no_new_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

/* Drops all capabilities, including those that a program started by this process could gain. */
static inline int sandbox_drop_capabilities(void) {
    for (int number = 0; number < 64; number++)
        if (prctl(PR_CAPBSET_READ, number, 0, 0, 0) == 1) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    return (int)syscall(SYS_capset, &header, none);
}

/* Disables core dumps and limits the number of open files and, if not 0, the address space. */
static inline int sandbox_limit(uint64_t files, uint64_t addresses) {
    struct rlimit none = {0, 0}, open;
    if (setrlimit(RLIMIT_CORE, &none) || getrlimit(RLIMIT_NOFILE, &open)) return -1;
    if (open.rlim_max < files) files = open.rlim_max;
    open.rlim_cur = open.rlim_max = files;
    if (setrlimit(RLIMIT_NOFILE, &open)) return -1;
    if (addresses == 0) return 0;
    struct rlimit space;
    if (getrlimit(RLIMIT_AS, &space)) return -1;
    if (space.rlim_max < addresses) addresses = space.rlim_max;
    space.rlim_cur = space.rlim_max = addresses;
    return setrlimit(RLIMIT_AS, &space);
}

/* Returns the kernel's version of Landlock; 0 if it has none. */
static inline int landlock_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : (int)version;
}

/* Adds later access rights by version number, because the headers may be older than the kernel. */
static inline int landlock_open(int version) {
    struct {
        uint64_t files, network, scopes;
    } handled = {(1ULL << 13) - 1, 0, 0};
    if (version >= 2) handled.files |= 1ULL << 13; /* refer */
    if (version >= 3) handled.files |= 1ULL << 14; /* truncate */
    if (version >= 5) handled.files |= 1ULL << 15; /* device ioctl */
    if (version >= 4) handled.network = 3;         /* bind, connect */
    if (version >= 6) handled.scopes = 3;          /* abstract sockets, signals */
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
}

/* Allows reading a path and everything below it. A missing path needs no rule. */
static inline int landlock_allow_reading(int rules, const char *path) {
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : -1;
    struct stat facts;
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
        .parent_fd = fd,
    };
    if (fstat(fd, &facts) == 0 && !S_ISDIR(facts.st_mode))
        rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    int code = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(fd);
    return code;
}

static inline int landlock_enter(int rules) {
    int code = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return code;
}

/* Limits all current and future threads to a list of system calls; any other call kills the
   process. Returns the negative error of libseccomp. */
static inline int seccomp_enter(const char *const *names, int count) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!filter) return -ENOMEM;
    int code = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    for (int index = 0; index < count && code == 0; index++) {
        int number = seccomp_syscall_resolve_name(names[index]);
        /* A call unknown to this processor or library needs no rule. */
        if (number < 0) continue;
        code = seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
    }
    /* Files may only be opened for reading. */
    const uint64_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, writing, 0));
#ifdef __NR_open
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, writing, 0));
#endif
    /* Only threads may be created, no processes. glibc falls back from clone3, whose flags a filter
       cannot inspect. */
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    if (code == 0) code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    /* A process may only signal itself. */
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid()));
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(kill), 1, SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid()));
    /* Limits may be read. */
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0));
    /* Requests whether a file is a terminal: none is. */
    if (code == 0) code = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl), 0);
    /* libdispatch reports system errors to syslog. It gets no socket for that and continues; on a
       busy machine, render processes were killed because of it. */
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, AF_UNIX));
    /* A thread may set its own priority and name. */
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(setpriority), 2,
            SCMP_A0(SCMP_CMP_EQ, PRIO_PROCESS), SCMP_A1(SCMP_CMP_EQ, 0));
    if (code == 0)
        code = seccomp_rule_add(
            filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
    if (code == 0) code = seccomp_load(filter);
    seccomp_release(filter);
    return code;
}

/* For tests: operations forbidden in a render process. None of them returns if the sandbox works.
   */

static inline void forbidden_socket(void) { socket(AF_INET, SOCK_STREAM, 0); }

/* Libraries may do this to report errors. */
static inline void report_to_system(void) { syslog(LOG_INFO, "a test has asked for this"); }

static inline void forbidden_program(void) {
    char *arguments[] = {"/bin/true", NULL};
    execve("/bin/true", arguments, arguments + 1);
}

static inline void forbidden_process(void) {
    if (syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) == 0) _exit(0);
}

static inline void forbidden_trace(void) { ptrace(PTRACE_TRACEME, 0, NULL, NULL); }

static inline void forbidden_writing(void) {
    close(open("/tmp/chatprint-forbidden", O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static inline void forbidden_signal(void) { kill(getppid(), 0); }

static inline void forbidden_removal(void) { unlink("/tmp/chatprint-forbidden"); }

static inline void forbidden_peeking(void) {
    char byte = 0;
    struct {
        void *base;
        size_t length;
    } piece = {&byte, 1};
    syscall(SYS_process_vm_readv, getppid(), &piece, 1, &piece, 1, 0);
}

/* Reads a secret of the machine, or of the serving process; returns 0 if it could be opened. */
static inline int forbidden_reading(void) {
    int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    close(fd);
    return 0;
}
