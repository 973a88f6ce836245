import Foundation

/// Interrupts system calls of a process before they take effect, using strace.
final class Interruptions {
    private let tracer = Process()
    private let words = Pipe()

    enum Failure: Error { case notAllowed }

    /// - Parameters:
    ///   - calls: comma-separated names.
    ///   - often: which calls, in the syntax of strace; every second call by default.
    init(of calls: String, in process: Int32, _ often: String = "1+2") throws {
        tracer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tracer.arguments = [
            "strace", "-f", "-o", "/dev/null", "-p", String(process), "-e", "trace=\(calls)",
            "-e", "inject=\(calls):error=EINTR:when=\(often)",
        ]
        tracer.standardError = words
        try tracer.run()
        // strace prints a line once it is attached and exits if it may not attach.
        var said = ""
        while !said.contains(" attached") {
            let piece = words.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw Failure.notAllowed }
            said += String(decoding: piece, as: UTF8.self)
        }
    }

    /// Uses SIGKILL: a process started by Dispatch has all other signals blocked and passes the
    /// mask on.
    deinit {
        if tracer.isRunning { kill(tracer.processIdentifier, SIGKILL) }
        tracer.waitUntilExit()
    }

    /// Whether processes may trace each other here; containers often forbid it.
    static let areAllowed: Bool = {
        let sleeper = Process()
        sleeper.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        sleeper.arguments = ["sleep", "60"]
        guard (try? sleeper.run()) != nil else { return false }
        defer {
            kill(sleeper.processIdentifier, SIGKILL)
            sleeper.waitUntilExit()
        }
        return (try? Interruptions(of: "read", in: sleeper.processIdentifier)) != nil
    }()
}
