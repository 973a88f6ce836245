import Basics
import Foundation
import Themes

/// Read as at startup.
enum Looks {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config/themes").path

    static let names = [
        "android", "assistant", "discord", "imessage", "instagram", "irc", "kakaotalk", "line",
        "matrix", "messenger", "print", "signal", "slack", "sms", "snapchat", "teams", "telegram",
        "wechat", "whatsapp", "bezier", "classic-sms", "susi", "tinted",
    ]

    static func catalog() throws -> ThemeCatalog { try shared.get() }

    static func theme(
        _ name: String, _ mode: ThemeMode = .light, _ contrast: ThemeContrast? = nil
    ) throws -> Theme {
        try catalog().resolve(.string(name), mode: mode, contrast: contrast).theme
    }

    static func inline(_ text: String, mode: ThemeMode? = nil) throws -> Theme {
        try catalog().resolve(json(text), mode: mode).theme
    }

    static func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    private static let shared = Result { try ThemeCatalog(folder: folder) }
}
