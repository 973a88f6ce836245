import JSON

/// The small parts of a request, kept as trees until the query's wishes are laid over them.
struct SettingsDecoder {
    /// Members of the body by name, except participants and messages.
    var members: [String: JSONValue] = [:]
    /// Query parameters by the pointer of the value they stand in for.
    private(set) var parameters: [String: String] = [:]

    var hasKind: Bool { members["kind"].map { !$0.isNull } ?? false }
    var hasService: Bool { members["service"].map { !$0.isNull } ?? false }

    var theme: JSONValue? {
        guard let theme = members["theme"], !theme.isNull else { return nil }
        return theme
    }

    /// The settings that were stated in words of ours, as a query would state them.
    var told: [String] {
        let known = SettingsDecoder.settings.filter { setting in
            !setting.field.shape.isFree && !["redact", "filter"].contains(setting.path[1])
        }
        return known.sorted { $0.name < $1.name }.compactMap { key, path, _ in
            var value = members[path[0]]
            for step in path.dropFirst() { value = value?[step] }
            switch value {
            case .string(let text)?: return key + "=" + FieldReader.excerpt(text)
            case .number(let text)?: return key + "=" + text
            case .bool(let flag)?: return key + (flag ? "=true" : "=false")
            case .null?, .array?, .object?, nil: return nil
            }
        }
    }

    // MARK: - The query

    /// Lays query parameters over the body.
    mutating func apply(
        _ overrides: [(key: String, value: String)], diagnostics: inout Diagnostics
    ) throws(ConversationError) {
        // A mode and the members of a theme change the theme that is named, wherever it stands.
        let named = overrides.filter { $0.key == "theme" }
        for (key, value) in named + overrides.filter({ $0.key != "theme" }) {
            if key == "mode" {
                setMode(value)
            } else if let path = SettingsDecoder.path(of: key) {
                set(SettingsDecoder.value(value, at: path), at: path, parameter: key)
            } else {
                try tell(ofUnknown: key, &diagnostics)
            }
        }
        if let theme, theme.kind != .string, theme.kind != .object {
            try diagnostics.reject(
                FieldFault(
                    at: "/theme", .wrongType(expected: [.string, .object], found: theme.kind)))
        }
    }

    /// Takes the settings that a document was drawn with. Those of a query are text, whatever they
    /// stand for.
    mutating func restore(_ drawing: DrawingSettings) {
        for member in drawing.json.members ?? [] { members[member.key] = member.value }
        for (key, path) in Self.paths where path.count > 1 {
            var value: JSONValue? = drawing.json
            for step in path { value = value?[step] }
            guard value?.kind == .string else { continue }
            parameters[path.reduce(into: "") { $0 += JSONPointer.step($1) }] = key
        }
    }

    private func tell(
        ofUnknown key: String, _ diagnostics: inout Diagnostics
    ) throws(ConversationError) {
        let warning = Warning(
            unknown: "the parameter", key, at: "", among: Self.parameterNames)
        let meant = warning.meant.flatMap { Self.paths[$0] } ?? []
        // Of a longer path, the part that closes something stands second.
        guard meant.count > 1,
            Self.parts.contains(where: { part in
                part.name == meant[0]
                    && part.fields.contains { $0.isClosing && $0.name == meant[1] }
            })
        else { return diagnostics.warn(warning) }
        try diagnostics.reject(
            FieldFault(at: "/" + meant[0] + "/" + meant[1], .missing, misspelt: key))
    }

    static func isOfFilter(_ key: String) -> Bool {
        path(of: key)?.starts(with: ["options", "filter"]) ?? false
    }

    /// The parts of a request that settings are in.
    static let parts = [
        (name: "output", fields: Output.declarations),
        (name: "options", fields: Options.declarations),
    ]

    /// The settings that a query may state, by the names of their parameters.
    static let settings = parts.flatMap { part in
        part.fields.flatMap { $0.parameters(at: [part.name]) }
    }

    /// The places of parameters in a request.
    static let paths: [String: [String]] = {
        var paths: [String: [String]] = [:]
        for key in ["title", "subtitle", "kind", "me", "service", "timezone", "locale", "theme"] {
            paths[key] = [key]
        }
        for setting in settings { paths[setting.name] = setting.path }
        for key in ["after", "before"] { paths[key] = ["options", "filter", key] }
        return paths
    }()

    /// The names of parameters; those of an import are read elsewhere.
    private static let parameterNames =
        paths.keys.sorted() + ["mode", "from", "chat", "date_order", "year"]

    /// The short names of the contract, or a whole path that begins with a part's name.
    private static func path(of key: String) -> [String]? {
        if let path = paths[key] { return path }
        let steps = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.count > 1, steps.count <= 8, !steps.contains(""),
            ["theme", "output", "options"].contains(steps[0])
        else { return nil }
        return steps
    }

    /// Themes are read elsewhere and know no query: what looks like a number there is one.
    private static func value(_ text: String, at path: [String]) -> JSONValue {
        if path == ["options", "highlight"] || path == ["options", "dim"] {
            return .array(text.split(separator: ",").map { .string(String($0)) })
        }
        // Texts and patterns may hold commas.
        if path.starts(with: ["options", "filter"]), ["from", "kinds", "has"].contains(path.last) {
            return .array(text.split(separator: ",").map { .string(String($0)) })
        }
        guard path[0] == "theme", path.count > 1,
            let value = try? JSONValue(parsing: Array(text.utf8)),
            value.kind == .number || value.kind == .bool
        else { return .string(text) }
        return value
    }

    private mutating func set(_ value: JSONValue, at path: [String], parameter: String) {
        if path.count == 3, path[1] == "redact" {
            addRedaction(path[2], value)
            return
        }
        var root = JSONValue.object(members.map { JSONValue.Member($0.key, $0.value) })
        if path[0] == "theme", path.count > 1 { root = themeAsObject(in: root) }
        if path.starts(with: ["output", "canvas"]), path.count == 3 {
            root.set(canvas(in: root, without: path[2]), at: ["output", "canvas"])
        }
        // A part of what is one word becomes an object that has the word.
        for (part, key) in [("frame", "kind"), ("motion", "pace")] {
            guard path.starts(with: ["output", part]), let word = root["output"]?[part],
                word.kind == .string || word.kind == .number
            else { continue }
            root.set(.object([JSONValue.Member(key, word)]), at: ["output", part])
        }
        if path.starts(with: ["output", "sign"]), let sign = root["output"]?["sign"] {
            // Words of a signature say that there is to be one.
            if path.count == 2, sign.kind == .object, value == "true" { return }
            if path.count == 3, sign == "true" || sign == true {
                root.set([:], at: ["output", "sign"])
            }
        }
        root.set(value, at: path[...])
        for member in root.members ?? [] { members[member.key] = member.value }
        parameters[path.reduce(into: "") { $0 += JSONPointer.step($1) }] = parameter
    }

    private mutating func addRedaction(_ kind: String, _ value: JSONValue) {
        var options = members["options"] ?? [:]
        var others = options["redact"]?.array ?? []
        // These describe the rule before them.
        if ["as", "reason", "parts"].contains(kind), var last = others.popLast() {
            let flag = kind == "parts" ? value.string.flatMap { Bool($0) } : nil
            last.set(flag.map { .bool($0) } ?? value, at: [kind])
            options.set(.array(others + [last]), at: ["redact"])
            members["options"] = options
            return
        }
        options.set(.array(others + [.object([JSONValue.Member(kind, value)])]), at: ["redact"])
        members["options"] = options
    }

    private mutating func setMode(_ mode: String) {
        var root: JSONValue = .object([JSONValue.Member("theme", theme ?? .null)])
        root = themeAsObject(in: root)
        root.set(.string(mode), at: ["theme", "mode"])
        members["theme"] = root["theme"]
        parameters["/theme/mode"] = "mode"
    }

    /// A canvas that is only a size becomes an object that has it. The query's size comes before
    /// the body's, however either is said.
    private func canvas(in root: JSONValue, without key: String) -> JSONValue {
        let canvas = root["output"]?["canvas"] ?? .null
        var members: [JSONValue.Member]
        switch canvas {
        case .string: members = [JSONValue.Member("size", canvas)]
        case .object(let own): members = own
        case .null: members = []
        case .bool, .number, .array: return canvas
        }
        let others =
            switch key {
            case "size": ["width", "height"]
            case "width", "height": ["size"]
            default: [String]()
            }
        members.removeAll {
            others.contains($0.key) && parameters["/output/canvas/" + $0.key] == nil
        }
        return .object(members)
    }

    /// A theme that is only a name becomes an object that extends it, so that it can be changed.
    private func themeAsObject(in root: JSONValue) -> JSONValue {
        var root = root
        switch root["theme"] {
        case .string(let name): root.set(["extends": .string(name)], at: ["theme"])
        case nil, .null: root.set([:], at: ["theme"])
        case .bool, .number, .array, .object: break
        }
        return root
    }
}

extension JSONValue {
    /// Sets a member inside objects, which are made where they lack; what is no object stays as it
    /// is.
    fileprivate mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let key = path.first else {
            self = value
            return
        }
        if isNull { self = [:] }
        guard case .object(var members) = self else { return }
        var child = members.last { $0.key == key }?.value ?? .null
        child.set(value, at: path.dropFirst())
        members.removeAll { $0.key == key }
        members.append(Member(key, child))
        self = .object(members)
    }
}
