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
        var known: Set<String> = []
        for member in members where !member.key.hasPrefix("$") {
            guard let setting = Setting.named(member.key) else {
                throw .unknown(name: member.key, source: path)
            }
            guard known.insert(member.key).inserted else {
                throw .repeated(setting, source: path)
            }
            guard let text = Settings.text(member.value, of: setting) else {
                throw .badValue(
                    setting, value: String(decoding: member.value.bytes, as: UTF8.self),
                    source: path)
            }
            // An empty array is a list without values, which no text is.
            if !text.isEmpty || setting.kind != .array {
                try set(setting, to: text, source: path)
            }
        }
    }

    /// Reads the `CHATPRINT_…` variables. An empty list is not set: a variable of a compose file may
    /// be empty, and must not remove the keys of `chatprint.json`.
    package mutating func read(environment: [String: String]) throws(SettingsFault) {
        for setting in Setting.all {
            guard let text = environment[setting.environment],
                !text.isEmpty || setting.kind != .array
            else { continue }
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

    /// A value of `chatprint.json` as written in the environment. Nil if it is not of the setting's
    /// kind: a list of keys that was assembled wrongly would allow everyone.
    private static func text(_ value: JSONValue, of setting: Setting) -> String? {
        switch value {
        case .string(let text): return text.isEmpty && setting.kind == .array ? nil : text
        case .bool(let isOn): return setting.kind == .bool ? (isOn ? "true" : "false") : nil
        case .number(let lexeme): return setting.kind == .number ? lexeme : nil
        case .array(let items):
            let texts = items.compactMap(\.string).filter { text in
                !text.withoutBlanksAtEnds.isEmpty && !text.contains(",")
            }
            guard setting.kind == .array, texts.count == items.count else { return nil }
            return texts.joined(separator: ",")
        case .null, .object: return nil
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
