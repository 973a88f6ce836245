import Basics
import FoundationEssentials

extension Settings {
    package mutating func set(
        _ setting: Setting, to text: String, source: String
    ) throws(SettingsFault) {
        guard setting.read(text, into: &self) else {
            throw .badValue(setting, value: text, source: source)
        }
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
            guard let setting = Setting.named(member.key) else {
                throw .unknown(name: member.key, source: path)
            }
            try set(setting, to: Settings.text(member.value), source: path)
        }
    }

    /// Reads the `CHATPRINT_…` variables.
    package mutating func read(environment: [String: String]) throws(SettingsFault) {
        for setting in Setting.all {
            guard let text = environment[setting.environment] else { continue }
            try set(setting, to: text, source: setting.environment)
        }
        // A misspelled limit would not be kept. Names unlike any setting belong to others, such as
        // the addresses that Kubernetes adds.
        let names = Setting.all.map(\.name)
        for variable in environment.keys.sorted() where variable.hasPrefix(Setting.prefix) {
            let name = variable.dropFirst(Setting.prefix.count).lowercased()
            guard Setting.named(name) == nil, NearestName.closest(to: name, in: names) != nil
            else { continue }
            throw .unknown(name: name, source: variable)
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .bool(let isOn): isOn ? "true" : "false"
        case .number(let lexeme): lexeme
        case .string(let text): text
        case .array(let items): items.map(text).joined(separator: ",")
        case .object: "an object"
        }
    }
}

extension SettingsFault {
    init(_ error: JSONError, in path: String) {
        switch error {
        case .syntax(let place, _), .tooDeep(let place, _):
            self = .notJSON(path: path, line: place.line, column: place.column)
        case .encoding, .unreadable, .stopped: self = .notJSON(path: path, line: 1, column: 1)
        }
    }
}
