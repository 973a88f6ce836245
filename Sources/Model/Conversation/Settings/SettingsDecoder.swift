import Basics

/// The small parts of a request, stored as trees until query parameters are applied.
struct SettingsDecoder {
    /// Except participants and messages.
    var members: [String: JSONValue] = [:]
    /// The query parameters by the pointer of the value that they replace.
    private(set) var parameters: [String: String] = [:]

    /// The first part of the request that sets the theme, the output or an option.
    var styles: String? {
        (["theme"] + SettingsDecoder.parts.map(\.name)).first { name in
            members[name].map { !$0.isNull } ?? false
        }
    }

    var hasKind: Bool { members["kind"].map { !$0.isNull } ?? false }
    var hasService: Bool { members["service"].map { !$0.isNull } ?? false }

    var theme: JSONValue? {
        guard let theme = members["theme"], !theme.isNull else { return nil }
        return theme
    }

    /// The settings in use except free text, in the notation of query parameters.
    var stated: [String] {
        let known = SettingsDecoder.settings.filter { setting in
            !setting.field.shape.isFree && !["redact", "filter"].contains(setting.path[1])
        }
        return known.sorted { $0.name < $1.name }.compactMap { key, path, _ in
            switch setting(at: path) {
            case .string(let text)?: return key + "=" + FieldReader.excerpt(text)
            case .number(let text)?: return key + "=" + text
            case .bool(let flag)?: return key + (flag ? "=true" : "=false")
            case .null?, .array?, .object?, nil: return nil
            }
        }
    }

    // MARK: - Query parameters

    mutating func apply(
        _ overrides: [(key: String, value: String)], diagnostics: inout Diagnostics
    ) {
        // The theme's name is applied first, in any order of parameters, because a mode and theme
        // members change the named theme.
        let named = overrides.filter { $0.key == "theme" }
        for (key, value) in named + overrides.filter({ $0.key != "theme" }) {
            guard let path = key == "mode" ? ["theme", "mode"] : SettingsDecoder.path(of: key)
            else {
                report(unknown: key, &diagnostics)
                continue
            }
            var new = SettingsDecoder.value(value, at: path)
            if parameters[SettingsDecoder.pointer(to: path)] != nil {
                if let list = SettingsDecoder.joined(setting(at: path), new, at: path) {
                    new = list
                } else {
                    diagnostics.warn(
                        Warning(
                            .ignoredValue, at: "",
                            words:
                                "\(words(naming: key)) occurs more than once; its last value is used"
                        ))
                }
            }
            if key == "mode" { setMode(value) } else { set(new, at: path, parameter: key) }
        }
        if let theme, theme.kind != .string, theme.kind != .object {
            diagnostics.reject(
                FieldFault(
                    at: "/theme", .wrongType(expected: [.string, .object], found: theme.kind)))
        }
    }

    /// Restores the settings with which a document was drawn. Query values are strings, whatever
    /// their type.
    mutating func restore(_ drawing: DrawingSettings) {
        for member in drawing.json.members ?? [] { members[member.key] = member.value }
        for (key, path) in Self.paths where path.count > 1 {
            var value: JSONValue? = drawing.json
            for step in path { value = value?[step] }
            guard value?.kind == .string else { continue }
            parameters[SettingsDecoder.pointer(to: path)] = key
        }
    }

    private func words(naming key: String) -> Explanation.Sentence {
        Explanation.Sentence(.parameter(FieldReader.excerpt(key)))
    }

    private func report(unknown key: String, _ diagnostics: inout Diagnostics) {
        let members = QueryParameters.names.filter { $0.hasPrefix(key + ".") }
        let warning =
            members.isEmpty
            ? Warning(
                unknown: words(naming: key), key, at: "",
                among: QueryParameters.names)
            : Warning(
                .unknownField, at: "",
                words:
                    "\(words(naming: key)) was ignored; set its parts: \(members.joined(separator: ", "))"
            )
        // A password or redaction in the part would be ignored.
        guard !Self.isPart(key) else {
            return diagnostics.reject(
                FieldFault(at: "/" + key, parameter: key, .wholePart))
        }
        let meant = warning.meant.flatMap { Self.paths[$0] }?.joined(separator: ".") ?? ""
        // Only a field that protects something is an error if it is misspelled, or misplaced as in
        // `page.password`.
        let protections = [meant, key].lazy.compactMap(FieldReader.protection(in:))
        guard let place = protections.first else { return diagnostics.warn(warning) }
        diagnostics.reject(FieldFault(at: place, .missing, misspelled: key))
    }

    static func sets(_ part: [String], _ key: String) -> Bool {
        path(of: key)?.starts(with: part) ?? false
    }

    static let parts = [
        (name: "output", fields: Output.declarations),
        (name: "options", fields: Options.declarations),
    ]

    /// The settings that a query may contain, by parameter name.
    static let settings = parts.flatMap { part in
        part.fields.flatMap { $0.parameters(at: [part.name]) }
    }

    static let paths: [String: [String]] = {
        var paths: [String: [String]] = [:]
        for field in RequestHead.declarations where field.isInQuery {
            paths[field.name] = [field.name]
        }
        for setting in settings { paths[setting.name] = setting.path }
        for key in ["after", "before"] { paths[key] = ["options", "filter", key] }
        return paths
    }()

    /// The paths of settings by their full names, such as `motion.pace` for `motion`.
    private static let fullNames = Dictionary(
        settings.map { ($0.path.dropFirst().joined(separator: "."), $0.path) },
        uniquingKeysWith: { first, _ in first })

    /// A whole part is not a parameter.
    static func isPart(_ name: String) -> Bool { parts.contains { $0.name == name } }

    /// Returns the path of a short documented name, of a field that no URL documents, such as
    /// `bag.contact_name`, or of a full path that begins with a part's name.
    static func path(of key: String) -> [String]? {
        if let path = paths[key] ?? fullNames[key] { return path }
        let steps = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard steps.count <= 8, !steps.contains("") else { return nil }
        for part in parts {
            for field in part.fields where field.name == steps[0] {
                // `redact` itself is not a parameter, but its text must not be ignored.
                let isWhole = field.isClosing && steps.count == 1
                if !field.isInQuery || isWhole { return [part.name] + steps }
            }
        }
        guard steps.count > 1, ["theme", "output", "options"].contains(steps[0]) else { return nil }
        return steps
    }

    /// Themes are decoded elsewhere and do not know about queries, so numbers in their parameters
    /// become JSON numbers.
    private static func value(_ text: String, at path: [String]) -> JSONValue {
        if path == ["options", "highlight"] || path == ["options", "dim"] {
            return .array(text.split(separator: ",").map { .string(String($0)) })
        }
        // Texts and patterns may contain commas.
        if path.starts(with: ["options", "filter"]), ["from", "kinds", "has"].contains(path.last) {
            return .array(text.split(separator: ",").map { .string(String($0)) })
        }
        guard path[0] == "theme", path.count > 1,
            let value = try? JSONValue(parsing: Array(text.utf8)),
            value.kind == .number || value.kind == .bool
        else { return .string(text) }
        return value
    }

    /// Joins the values of a repeated parameter; nil if its field is not a list.
    private static func joined(
        _ old: JSONValue?, _ new: JSONValue, at path: [String]
    ) -> JSONValue? {
        if path == ["output", "keywords"], let words = old?.string, let more = new.string {
            return .string(words + "," + more)
        }
        let isSelection = ["highlight", "dim"].contains(path.last)
        let isCriterion =
            path.dropFirst().first == "filter"
            && ["from", "kinds", "has", "text", "regex"].contains(path.last)
        guard let old, path[0] == "options", isSelection && path.count == 2 || isCriterion else {
            return nil
        }
        return .array([old, new].flatMap { $0.array ?? [$0] })
    }

    private static func pointer(to path: [String]) -> String {
        path.reduce(into: "") { $0 += JSONPointer.step($1) }
    }

    private func setting(at path: [String]) -> JSONValue? {
        path.dropFirst().reduce(members[path[0]]) { $0?[$1] }
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
        // If the value is a single word, setting a part of it converts it to an object with that
        // word.
        for (part, key) in [("frame", "kind"), ("motion", "pace")] {
            guard path.starts(with: ["output", part]), let word = root["output"]?[part],
                word.kind == .string || word.kind == .number
            else { continue }
            root.set(.object([JSONValue.Member(key, word)]), at: ["output", part])
        }
        if path.starts(with: ["output", "sign"]), let sign = root["output"]?["sign"] {
            // Details of a signature imply that the document is signed.
            if path.count == 2, sign.kind == .object, value == "true" { return }
            if path.count == 3, sign == "true" || sign == true {
                root.set([:], at: ["output", "sign"])
            }
        }
        root.set(value, at: path[...])
        for member in root.members ?? [] { members[member.key] = member.value }
        parameters[SettingsDecoder.pointer(to: path)] = parameter
    }

    private mutating func addRedaction(_ kind: String, _ value: JSONValue) {
        var options = members["options"] ?? [:]
        var others = options["redact"]?.array ?? []
        // These parameters modify the preceding rule.
        if ["as", "reason", "parts", "also"].contains(kind), var last = others.popLast() {
            let flag = kind == "parts" ? value.string.flatMap { Bool($0) } : nil
            let list = kind == "also" ? JSONValue.array((last[kind]?.array ?? []) + [value]) : nil
            last.set(list ?? flag.map { .bool($0) } ?? value, at: [kind])
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

    /// Converts a canvas given as a size to an object. The query's size takes precedence over the
    /// body's in every notation.
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

    /// Converts a theme given as a name to an object that extends it, so that its members can be
    /// changed.
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
    /// Sets a member at a path, creating objects as necessary. Other values on the path are left
    /// unchanged.
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
