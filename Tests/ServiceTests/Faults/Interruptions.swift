import Foundation

/// Has system calls of a process interrupted before they do anything, by strace.
final class Interruptions {
    private let tracer = Process()
    private let words = Pipe()

    enum Failure: Error { case notAllowed }

    /// - Parameters:
    ///   - calls: names with commas between them.
    ///   - often: every second call, from the first on, as strace writes it.
    init(of calls: String, in process: Int32, _ often: String = "1+2") throws {
        tracer.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tracer.arguments = [
            "strace", "-f", "-o", "/dev/null", "-p", String(process), "-e", "trace=\(calls)",
            "-e", "inject=\(calls):error=EINTR:when=\(often)",
        ]
        tracer.standardError = words
        try tracer.run()
        // It says when it has begun; where it may not, it ends.
        var said = ""
        while !said.contains(" attached") {
            let piece = words.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw Failure.notAllowed }
            said += String(decoding: piece, as: UTF8.self)
        }
    }

    /// With SIGKILL: a process that Dispatch starts has all other signals blocked, and passes that
    /// on.
    deinit {
        if tracer.isRunning { kill(tracer.processIdentifier, SIGKILL) }
        tracer.waitUntilExit()
    }

    /// Whether one process may trace another here: containers often forbid it.
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
