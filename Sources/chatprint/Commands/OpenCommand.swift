import Basics
import FoundationEssentials
import Glibc
import Rendering
import Service
import System

/// `chatprint open`: shows a file in the page, in the browser of this computer.
struct OpenCommand: Subcommand {
    static let description = CommandDescription(
        name: "open", operands: "[FILE]", takesFiles: true,
        summary: "open a chat export, backup or conversation in the browser",
        details: [
            "Starts the service for this computer alone, on a free port and with a key of its own, and "
                + "opens its page. FILE is read where it is, not uploaded. Ends when the page is closed, or "
                + "with Ctrl-C. Without a display, prints the address of the page."
        ],
        options: [.configuration],
        examples: [
            .init(
                line: "chatprint open 'WhatsApp Chat.zip'", summary: "read, draw and save a chat"),
            .init(line: "chatprint open ~/Backup", summary: "choose a chat of a phone's backup"),
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        guard arguments.operands.count <= 1 else {
            throw CommandFailure.usage("expected one file, got \(arguments.operands.count)")
        }
        let upload = try arguments.operands.first.map { path throws(CommandFailure) in
            try InputFile(path: path, media: .beside).upload
        }
        let configuration = try arguments.configuration()
        var settings = try RenderEnvironment.settings(in: configuration, flags: [])
        let key = Self.key()
        settings.serveHere(key: key)
        // As for a supervisor that stops the service.
        let opened = OpenedFile(upload ?? Upload([])) { _ = kill(getpid(), SIGTERM) }
        return try ServeCommand(configuration, settings, opened: opened).run { port in
            let address = "http://127.0.0.1:\(port)/#key=\(key)"
            let isShown = Browser.show(address)
            try? Terminal.print(
                isShown ? "The page is open. If not: \(address)" : "Open \(address)")
        }
    }

    private static func key() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64.urlText(of: (0..<24).map { _ in generator.next() as UInt8 })
    }
}

/// The browser of a person at this computer.
private enum Browser {
    /// Returns false if there is no display or no program that opens addresses.
    static func show(_ address: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        let displays = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"]
        guard displays.contains(where: { !(environment[$0] ?? "").isEmpty }) else { return false }
        let own = (environment["BROWSER"] ?? "").split(separator: ":").map(String.init)
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        for program in own + ["xdg-open", "wslview"] {
            let paths = program.contains("/") ? [program] : folders.map { $0 + "/" + program }
            let isThere = FileManager.default.isExecutableFile(atPath:)
            guard let path = paths.first(where: isThere) else { continue }
            return start(path, address, environment)
        }
        return false
    }

    /// The program gets a session of its own, so that Ctrl-C ends the service and not the browser.
    private static func start(
        _ path: String, _ address: String, _ environment: [String: String]
    ) -> Bool {
        let script = #"exec setsid --fork "$0" "$1" >/dev/null 2>&1"#
        let child = try? ChildProcess(
            "/bin/sh", ["sh", "-c", script, path, address], environment: environment, files: [])
        return child?.wait(stopped: {}) == .exit(0)
    }
}
