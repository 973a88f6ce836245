package import Conversation
import Foundation
import JSON

/// The settings in force: defaults, then the configuration file, the environment, the flags.
package struct Settings: Sendable {
    private var values: [Setting: SettingValue] = [:]

    package init() {}

    package subscript(_ setting: Setting) -> SettingValue { values[setting] ?? setting.standard }

    package func integer(_ setting: Setting) -> Int {
        if case .integer(let number) = self[setting] { return number }
        return 0
    }

    package func seconds(_ setting: Setting) -> Double {
        if case .seconds(let seconds) = self[setting] { return seconds }
        return 0
    }

    package func number(_ setting: Setting) -> Double {
        if case .number(let number) = self[setting] { return number }
        return 0
    }

    package func text(_ setting: Setting) -> String { self[setting].words }

    package func isOn(_ setting: Setting) -> Bool { self[setting] == .flag(true) }

    package func list(_ setting: Setting) -> [String] {
        if case .list(let items) = self[setting] { return items }
        return []
    }

    package mutating func set(
        _ setting: Setting, to words: String, source: String
    ) throws(SettingsFault) {
        guard let value = SettingValue(words, as: setting.form) else {
            throw .badValue(setting, value: words, source: source)
        }
        values[setting] = value
    }

    /// Reads `chatprint.json`: an object of settings by name.
    package mutating func read(file path: String) throws(SettingsFault) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path: path)
        }
        let document: JSONValue
        do {
            document = try JSONValue(parsing: Array(data))
        } catch {
            throw SettingsFault(error, in: path)
        }
        guard case .object(let members) = document else {
            throw .notJSON(path: path, line: 1, column: 1)
        }
        for member in members where !member.key.hasPrefix("$") {
            guard let setting = Setting(rawValue: member.key) else {
                throw .unknown(name: member.key, source: path)
            }
            try set(setting, to: Settings.words(member.value), source: path)
        }
    }

    /// Takes every `CHATPRINT_…` variable that names a setting.
    package mutating func read(environment: [String: String]) throws(SettingsFault) {
        for setting in Setting.allCases {
            guard let words = environment[setting.environment] else { continue }
            try set(setting, to: words, source: setting.environment)
        }
    }

    private static func words(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let isOn): isOn ? "true" : "false"
        case .number(let lexeme): lexeme
        case .string(let text): text
        case .array(let items): items.map(words).joined(separator: ",")
        case .object: "an object"
        }
    }

    package var limits: Limits {
        var limits = Limits()
        limits.messages = integer(.messages)
        limits.participants = integer(.participants)
        limits.messageCharacters = integer(.messageCharacters)
        limits.jsonDepth = integer(.jsonDepth)
        limits.attachments = integer(.attachments)
        limits.mediaBytes = integer(.mediaBytes)
        limits.totalMediaBytes = integer(.totalMediaBytes)
        limits.picturePixels = integer(.picturePixels)
        limits.totalPicturePixels = integer(.totalPicturePixels)
        limits.outputPixels = integer(.outputPixels)
        limits.pages = integer(.pages)
        limits.searchSteps = integer(.searchSteps)
        return limits
    }
}

extension SettingsFault {
    init(_ error: JSONError, in path: String) {
        switch error {
        case .syntax(let place, _), .tooDeep(let place, _):
            self = .notJSON(path: path, line: place.line, column: place.column)
        case .encoding, .stopped: self = .notJSON(path: path, line: 1, column: 1)
        }
    }
}
