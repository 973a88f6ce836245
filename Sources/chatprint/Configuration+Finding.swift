import FoundationEssentials
import Rendering

extension Arguments {
    func configuration() throws(CommandFailure) -> Configuration {
        try .find(flag: value(CommandDescription.Option.configuration.name))
    }
}

/// Finds the folders of the operator's files and of the installed files.
extension Configuration {
    /// The operator's folder is the one specified by `--config` or `CHATPRINT_CONFIG`, otherwise
    /// `./config` if it contains themes, otherwise `/etc/chatprint`.
    static func find(flag: String?) throws(CommandFailure) -> Configuration {
        Configuration(own: try own(flag), installed: installed(beside: program))
    }

    private static func own(_ flag: String?) throws(CommandFailure) -> String? {
        if let flag { return try named(flag, by: CommandDescription.Option.configuration.name) }
        if let named = ProcessInfo.processInfo.environment["CHATPRINT_CONFIG"], !named.isEmpty {
            return try self.named(named, by: "CHATPRINT_CONFIG")
        }
        // Any project may have a folder of this name; ours contains themes.
        if isFolder("config/themes") { return "config" }
        return isFolder("/etc/chatprint") ? "/etc/chatprint" : nil
    }

    private static func named(
        _ path: String, by source: String
    ) throws(CommandFailure) -> String {
        guard isFolder(path) else {
            throw .configuration("\(source): \(path) is not a readable folder")
        }
        return path
    }

    /// Returns `../share/chatprint` relative to the program, or `config` of the checkout with the
    /// `.build` folder that contains the program.
    static func installed(beside program: String) -> String? {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        let share = folder.deletingLastPathComponent().appendingPathComponent("share/chatprint")
            .path
        if isFolder(share + "/themes") { return share }
        let parts = folder.pathComponents
        guard let build = parts.lastIndex(of: ".build") else { return nil }
        let checkout = "/" + parts[1..<build].joined(separator: "/")
        guard FileManager.default.fileExists(atPath: checkout + "/Package.swift"),
            isFolder(checkout + "/config/themes")
        else { return nil }
        return checkout + "/config"
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    /// The program's own path, with symbolic links resolved.
    private static var program: String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
            ?? CommandLine.arguments[0]
    }
}
