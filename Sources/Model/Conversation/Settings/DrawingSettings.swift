package import Basics

/// The theme, output and options of a request, stored in a document so that it can be redrawn.
/// Fields unknown to this version are omitted: a redacted document must not contain any of them.
package struct DrawingSettings: Sendable, Equatable {
    /// An object with `theme`, `output` and `options`.
    package private(set) var json: JSONValue

    package init(_ json: JSONValue) { self.json = json }

    /// The options that are applied before a conversation is drawn, or that only make requests
    /// fail.
    private static let settled: Set<String> = ["redact", "filter", "strict"]

    init(_ settings: SettingsDecoder) {
        let known = SettingsDecoder.settings.map(\.path).filter { !Self.settled.contains($0[1]) }
        let members = ["output", "options"].compactMap { part in
            settings.members[part].map { value in
                let paths = known.filter { $0[0] == part }.map { $0.dropFirst() }
                return JSONValue.Member(part, Self.kept(of: value, paths))
            }
        }
        let theme = settings.theme.map { JSONValue.Member("theme", $0) }
        json = .object([theme].compactMap { $0 } + members)
    }

    private static func kept(of value: JSONValue, _ paths: [ArraySlice<String>]) -> JSONValue {
        guard let members = value.members, !paths.contains(where: \.isEmpty) else { return value }
        return .object(
            members.compactMap { member in
                let rest = paths.filter { $0.first == member.key }.map { $0.dropFirst() }
                guard !rest.isEmpty else { return nil }
                return JSONValue.Member(member.key, kept(of: member.value, rest))
            })
    }

    /// Changes all free text of the caller.
    mutating func rewrite<Failure: Error>(
        _ change: (String) throws(Failure) -> String
    ) throws(Failure) {
        for setting in SettingsDecoder.settings where setting.field.shape.isFree {
            json = try Self.rewritten(json, at: setting.path[...], change)
        }
        // A theme's name is not text of the caller, but an inline theme may contain anything.
        if json["theme"]?.kind == .object {
            json = try Self.rewritten(json, at: ["theme"], change)
        }
    }

    private static func rewritten<Failure: Error>(
        _ value: JSONValue, at path: ArraySlice<String>,
        _ change: (String) throws(Failure) -> String
    ) throws(Failure) -> JSONValue {
        switch value {
        case .null, .bool, .number: return value
        // A watermark may be given as a string.
        case .string(let text): return .string(try change(text))
        case .array(let elements):
            var rest: [JSONValue] = []
            for element in elements { rest.append(try rewritten(element, at: path, change)) }
            return .array(rest)
        case .object(var members):
            for index in members.indices where path.isEmpty || members[index].key == path.first {
                members[index].value = try rewritten(
                    members[index].value, at: path.dropFirst(), change)
            }
            return .object(members)
        }
    }
}
