import CSeccomp
import Glibc
package import System

/// Takes from this process what drawing does not need, for good: nobody who takes it over can do
/// more.
package struct Sandbox: Sendable {
    /// The parts in force, as the log lists them.
    package private(set) var parts: [String] = []
    /// The parts that the system lacks.
    package private(set) var missing: [String] = []

    package init() {}

    /// The first half, while there is one thread: Landlock holds for it and for those that it
    /// starts.
    ///
    /// - Parameter readable: what may be read, with what is below it.
    package mutating func closeFiles(but readable: [String]) throws(SystemError) {
        try check(sandbox_no_new_privileges(), "prctl")
        parts.append("no_new_privs")
        try check(sandbox_drop_capabilities(), "capset")
        parts.append("capabilities")
        let version = landlock_version()
        guard version > 0 else {
            missing.append("landlock")
            return
        }
        let rules = landlock_open(version)
        try check(min(rules, 0), "landlock_create_ruleset")
        for path in readable {
            try check(unsafe landlock_allow_reading(rules, path), "landlock_add_rule")
        }
        try check(landlock_enter(rules), "landlock_restrict_self")
        parts.append("landlock \(version)")
    }

    /// The second half, once everything is open that is opened but once.
    ///
    /// - Parameters:
    ///   - files: how many may be open.
    ///   - addresses: bytes of address space; 0 for as many as there are.
    package mutating func closeCalls(files: Int, addresses: Int) throws(SystemError) {
        // A filter around this process may forbid to set any.
        if sandbox_limit(UInt64(files), UInt64(addresses)) == 0 {
            parts.append("limits")
        } else {
            missing.append("limits")
        }
        var names = unsafe Self.calls.map { unsafe UnsafePointer(strdup($0)) }
        defer { unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        let code = unsafe seccomp_enter(&names, Int32(names.count))
        guard code == 0 else { throw SystemError("seccomp_load", code: -code) }
        parts.append("seccomp")
    }

    private func check(_ code: Int32, _ call: String) throws(SystemError) {
        guard code == 0 else { throw SystemError(call) }
    }

    /// The system calls of drawing, found by running all tests under the filter: memory, threads,
    /// clocks, files that are open or are opened for reading, the socket to the serving process.
    /// Calls whose arguments are examined are in the shim.
    private static let calls = [
        "brk", "mmap", "munmap", "mremap", "mprotect", "madvise", "membarrier",
        "futex", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "sched_getparam",
        "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "gettid",
        "getpid",
        "set_tid_address", "exit", "exit_group", "restart_syscall",
        "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack",
        "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
        "timerfd_create", "timerfd_settime", "eventfd2", "epoll_create1", "epoll_ctl", "epoll_wait",
        "epoll_pwait", "poll", "ppoll",
        "read", "readv", "pread64", "write", "writev", "lseek", "close", "fcntl", "fadvise64",
        "fstat", "newfstatat", "stat", "lstat", "statx", "statfs", "fstatfs", "access", "faccessat",
        "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd",
        "sendmsg", "recvmsg", "recvfrom", "shutdown",
        "getrandom", "sysinfo", "uname", "getuid", "geteuid", "getgid", "getegid", "getppid",
        "getrlimit", "getrusage", "getcpu",
    ]
}

/// Acts that a render process must not do. A test tries each, and sees the process end.
package enum ForbiddenAct: String, Sendable, CaseIterable {
    case socket, program, process, trace, writing, signal, removal, peeking
    /// Ends with an error, not with the process: files are asked for by names all the time.
    case reading

    /// Reports to the system's log, as libraries do. The report is lost, and the process goes on.
    package static func report() { report_to_system() }

    package func perform() {
        switch self {
        case .socket: forbidden_socket()
        case .program: forbidden_program()
        case .process: forbidden_process()
        case .trace: forbidden_trace()
        case .writing: forbidden_writing()
        case .signal: forbidden_signal()
        case .removal: forbidden_removal()
        case .peeking: forbidden_peeking()
        case .reading:
            guard forbidden_reading() != 0 else { return }
            _exit(77)
        }
    }
}
