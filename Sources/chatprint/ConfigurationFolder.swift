import Foundation

/// The folder with themes, settings and the font configuration.
struct ConfigurationFolder {
    let path: String

    /// `--config`, `CHATPRINT_CONFIG`, `./config`, `/etc/chatprint`: the first that is there.
    static func find(flag: String?) throws(CommandFailure) -> ConfigurationFolder {
        if let flag { return try named(flag, by: "--config") }
        if let named = ProcessInfo.processInfo.environment["CHATPRINT_CONFIG"], !named.isEmpty {
            return try self.named(named, by: "CHATPRINT_CONFIG")
        }
        for path in ["config", "/etc/chatprint"] where isFolder(path + "/themes") {
            return ConfigurationFolder(path: path)
        }
        throw .configuration(
            "no configuration found in ./config or /etc/chatprint; name one with --config")
    }

    private static func named(
        _ path: String, by source: String
    ) throws(CommandFailure) -> ConfigurationFolder {
        guard isFolder(path + "/themes") else {
            throw .configuration("\(source): \(path) has no folder \"themes\"")
        }
        return ConfigurationFolder(path: path)
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    func file(_ name: String) -> String { path + "/" + name }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
}
