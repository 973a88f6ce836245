import Basics

extension FieldSyntax where Value == Division {
    /// A unit of time, or the number of messages in each part.
    static var division: FieldSyntax {
        let shape = FieldShape.other([
            "anyOf": [
                ["enum": ["day", "month", "year", .null]], ["type": "integer", "minimum": 1],
                ["type": "string", "pattern": "^0*[1-9][0-9]*$"],
            ]
        ])
        return FieldSyntax(shape) { fields, _ in
            guard let word = fields.identifier() else { return nil }
            switch word.lowercased() {
            case "day": return .day
            case "month": return .month
            case "year": return .year
            default:
                if let count = Int(word), count > 0 { return .count(count) }
                return fields.reject(
                    word, allowed: ["day", "month", "year", "a number of messages"])
            }
        }
    }
}

extension FieldSyntax where Value == [String] {
    /// A list of keywords, or a string with commas.
    static var keywords: FieldSyntax {
        FieldSyntax(.texts) { fields, _ in
            guard fields.peek() == .array else {
                let parts = fields.line()?.split(separator: ",") ?? []
                return parts.map { $0.split(separator: " ").joined(separator: " ") }
                    .filter { !$0.isEmpty }
            }
            return fields.elements { fields in fields.line() }
        }.holding(.texts)
    }
}

extension FieldSyntax where Value == Output.Archive? {
    static var archive: FieldSyntax {
        let names = Output.Archive.allCases.map(\.rawValue)
        return FieldSyntax(
            .words(names, orFlag: true),
            write: { $0.map { $0 == .a3 ? true : .string($0.rawValue) } ?? false },
            read: { fields, _ in
                guard fields.peek() == .string else {
                    return fields.bool().map { $0 ? .a3 : nil }
                }
                guard let word = fields.string([.string]) else { return nil }
                switch word.lowercased() {
                case "true": return .some(.a3)
                case "false": return .some(nil)
                case let name:
                    if let archive = Output.Archive(rawValue: name) { return .some(archive) }
                    return fields.reject(word, allowed: names + ["true", "false"])
                }
            })
    }
}

extension FieldSyntax where Value == String {
    /// A password. PDF readers encode other characters differently (ISO 32000-2, 7.6.4.3.3), and
    /// passwords have a maximum length.
    static var password: FieldSyntax {
        let shape = FieldShape.other([
            "type": ["string", "null"], "minLength": 1, "maxLength": 127, "pattern": "^[ -~]*$",
        ])
        return FieldSyntax(shape) { fields, _ in
            guard let password = fields.string([.string]) else { return nil }
            guard (1...127).contains(password.utf8.count),
                password.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
            else {
                // The fault must not disclose the password.
                return fields.reject(.malformedPassword)
            }
            return password
        }
    }

    /// The extension of the format is removed, because it is added later.
    static var fileStem: FieldSyntax {
        FieldSyntax(.text) { fields, _ in
            guard let name = fields.line().map({ String($0.prefix(200)) }) else { return nil }
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
                Output.Format(ending: String(name[name.index(after: dot)...])) != nil
            else { return name }
            return String(name[..<dot])
        }.holding(.texts)
    }
}

extension FieldSyntax where Value == Output.Background {
    static var background: FieldSyntax {
        FieldSyntax(
            .either([.words(["theme", "transparent"]), .defined("color")]),
            write: { $0 == .theme ? "theme" : nil },
            read: { fields, _ in
                switch fields.word(among: ["theme", "transparent"]) {
                case "theme": .theme
                case "transparent": .transparent
                default: fields.color().map(Output.Background.color)
                }
            })
    }
}
