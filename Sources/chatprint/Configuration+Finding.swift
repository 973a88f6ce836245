import FoundationEssentials
import Rendering

/// Where an operator's files and those of the installation are.
extension Configuration {
    /// An operator's folder is what `--config` or `CHATPRINT_CONFIG` names, `./config` where it has
    /// looks, or `/etc/chatprint`.
    static func find(flag: String?) throws(CommandFailure) -> Configuration {
        Configuration(own: try own(flag), installed: installed(beside: program))
    }

    private static func own(_ flag: String?) throws(CommandFailure) -> String? {
        if let flag { return try named(flag, by: "--config") }
        if let named = ProcessInfo.processInfo.environment["CHATPRINT_CONFIG"], !named.isEmpty {
            return try self.named(named, by: "CHATPRINT_CONFIG")
        }
        // Any folder may have one of this name; ours has looks.
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

    /// `../share/chatprint` from the program, or `config` of the checkout in whose `.build` it
    /// lies.
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

    /// The program's own path, whatever link it was called by.
    private static var program: String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
            ?? CommandLine.arguments[0]
    }
}
