import Basics

/// A theme as written: what it extends, its own keys, and the sections for its light or dark mode
/// and for the app's own colors.
struct ThemeLayer {
    enum Base: Equatable {
        /// No base is stated; the caller chooses.
        case unstated
        /// `null`: only the keys of this theme apply.
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

    /// Returns the services for which `auto` selects this theme.
    func apps(_ reading: inout ThemeReading) -> [String] {
        guard let json = json["apps"], json != .null else { return [] }
        let names = ValueSyntax.list(
            ValueSyntax<String>.text(40), count: 0...32, expected: .texts, single: true)
        return reading.at("apps") { names.read(json, nil, &$0) } ?? []
    }

    /// Whether lists show the theme last, after those of today's apps.
    var isClassic: Bool { json["classic"] == .bool(true) }

    var hasAppColors: Bool { json["app"].map { $0 != .null } ?? false }

    /// Applies the layer's keys, then the section of the mode, then both of the section for the
    /// app's own colors if these are requested.
    func read(
        onto draft: ThemeDraft, mode: ThemeMode, contrast: ThemeContrast,
        _ reading: inout ThemeReading
    ) -> ThemeDraft {
        var draft = draft
        let modes = ThemeMode.allCases.map(\.rawValue)
        ThemeLayer.read(
            json, ["extends", "mode", "contrast", "app", "apps", "classic"] + modes, mode, &draft,
            &reading)
        guard contrast == .app, let section = json["app"], section != .null else { return draft }
        reading.at("app") { ThemeLayer.read(section, modes, mode, &draft, &$0) }
        return draft
    }

    /// Applies the keys of an object, then those of its section for the mode. `others` are keys
    /// that are read elsewhere.
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
