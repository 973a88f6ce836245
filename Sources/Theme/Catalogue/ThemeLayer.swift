import JSON

/// One look as written: what it extends, what it states, and what only its light or dark form has.
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
        let name = reading.at("extends") { Form.text(200).read(json, nil, &$0) }
        return name.map { .look($0) } ?? .unstated
    }

    func mode(_ reading: inout ThemeReading) -> ThemeMode? {
        guard let json = json["mode"], json != .null else { return nil }
        return reading.at("mode") { Form.choice.read(json, nil, &$0) }
    }

    /// Reads what the layer states, then what its section of that mode does.
    func read(onto draft: ThemeDraft, mode: ThemeMode, _ reading: inout ThemeReading) -> ThemeDraft
    {
        guard case .object(let members) = json else {
            reading.expected(.object, json)
            return draft
        }
        var draft = draft
        reading.warnOfUnknown(members, known: ThemeLayer.keys)
        ThemeLayer.apply(json, &draft, &reading)
        guard let section = json[mode.rawValue], section != .null else { return draft }
        reading.at(mode.rawValue) { reading in
            guard case .object(let members) = section else {
                return reading.expected(.object, section)
            }
            reading.warnOfUnknown(members, known: ThemeKeys.all.map(\.name))
            ThemeLayer.apply(section, &draft, &reading)
        }
        return draft
    }

    private static let keys =
        ["extends", "mode", "light", "dark"] + ThemeKeys.all.map(\.name)

    private static func apply(
        _ json: JSONValue, _ draft: inout ThemeDraft, _ reading: inout ThemeReading
    ) {
        for key in ThemeKeys.all {
            guard let member = json[key.name] else { continue }
            reading.at(key.name) { key.read(member, &draft, &$0) }
        }
    }
}
