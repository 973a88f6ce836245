import JSON

/// One look as written: what it extends, what it states, what only its light or dark form has, and
/// what only its form in the app's own colours.
struct ThemeLayer {
    enum Base: Equatable {
        /// Nothing is said; whoever reads chooses.
        case unstated
        /// `null`: only what stands here.
        case nothing
        case look(String)
    }

    let json: JSONValue

    func base(_ reading: inout ThemeReading) -> Base {
        guard let json = json["extends"] else { return .unstated }
        guard json != .null else { return .nothing }
        let name = reading.at("extends") { ValueSyntax.text(200).read(json, nil, &$0) }
        return name.map { .look($0) } ?? .unstated
    }

    func mode(_ reading: inout ThemeReading) -> ThemeMode? {
        guard let json = json["mode"], json != .null else { return nil }
        return reading.at("mode") { ValueSyntax.choice.read(json, nil, &$0) }
    }

    func contrast(_ reading: inout ThemeReading) -> ThemeContrast? {
        guard let json = json["contrast"], json != .null else { return nil }
        return reading.at("contrast") { ValueSyntax.choice.read(json, nil, &$0) }
    }

    /// The apps whose look it says to be, by the names of their services.
    func apps(_ reading: inout ThemeReading) -> [String] {
        guard let json = json["apps"], json != .null else { return [] }
        let names = ValueSyntax.list(
            ValueSyntax<String>.text(40), count: 0...32, expected: .texts, single: true)
        return reading.at("apps") { names.read(json, nil, &$0) } ?? []
    }

    var hasAppColors: Bool { json["app"].map { $0 != .null } ?? false }

    /// Reads what the layer states, then what its section of that mode does; then, for the app's
    /// own colours, the same of its section of those.
    func read(
        onto draft: ThemeDraft, mode: ThemeMode, contrast: ThemeContrast,
        _ reading: inout ThemeReading
    ) -> ThemeDraft {
        var draft = draft
        let modes = ThemeMode.allCases.map(\.rawValue)
        ThemeLayer.read(
            json, ["extends", "mode", "contrast", "app", "apps"] + modes, mode, &draft, &reading)
        guard contrast == .app, let section = json["app"], section != .null else { return draft }
        reading.at("app") { ThemeLayer.read(section, modes, mode, &draft, &$0) }
        return draft
    }

    /// An object's keys, then those of what it holds for the mode; `others` are read elsewhere.
    private static func read(
        _ json: JSONValue, _ others: [String], _ mode: ThemeMode, _ draft: inout ThemeDraft,
        _ reading: inout ThemeReading
    ) {
        guard case .object(let members) = json else { return reading.expected(.object, json) }
        reading.rejectUnknown(members, known: others + ThemeKeys.all.map(\.name))
        apply(json, &draft, &reading)
        guard let section = json[mode.rawValue], section != .null else { return }
        reading.at(mode.rawValue) { reading in
            guard case .object(let members) = section else {
                return reading.expected(.object, section)
            }
            reading.rejectUnknown(members, known: ThemeKeys.all.map(\.name))
            apply(section, &draft, &reading)
        }
    }

    private static func apply(
        _ json: JSONValue, _ draft: inout ThemeDraft, _ reading: inout ThemeReading
    ) {
        for key in ThemeKeys.all {
            guard let member = json[key.name] else { continue }
            reading.at(key.name) { key.read(member, &draft, &$0) }
        }
    }
}
