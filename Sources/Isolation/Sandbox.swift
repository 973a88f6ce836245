import CSeccomp
import Glibc
package import System

/// Permanently drops all privileges that rendering does not need, so that a compromised process
/// cannot use them.
package struct Sandbox: Sendable {
    /// The active restrictions, for the log.
    package private(set) var parts: [String] = []
    /// The restrictions that the system does not support.
    package private(set) var missing: [String] = []

    package init() {}

    /// Restricts access to files. Must be called while the process has one thread: Landlock applies
    /// only to the calling thread and the threads it starts later.
    ///
    /// - Parameter readable: files and folders that stay readable.
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

    /// Restricts system calls, once all permanent files are open.
    ///
    /// - Parameters:
    ///   - files: the maximum number of open files.
    ///   - addresses: the maximum address space in bytes; 0 for no limit.
    package mutating func closeCalls(files: Int, addresses: Int) throws(SystemError) {
        // A container's seccomp filter may forbid the call.
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

    /// The allowed system calls, found by running all tests under the filter: memory, threads,
    /// clocks, reading files, the sockets to the front process. The shim lists the calls whose
    /// arguments are checked.
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

/// An action that the sandbox forbids. A test performs each in a process and expects the process to
/// be killed.
package enum ForbiddenAct: String, Sendable, CaseIterable {
    case socket, program, process, trace, writing, signal, removal, peeking
    /// Fails with an error instead of killing the process, because libraries often look for missing
    /// files.
    case reading

    /// Writes to syslog, as libraries do. The message is lost and the process continues.
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
