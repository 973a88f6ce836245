import Basics

/// The declaration of a field, independent of the model type: for the schema, the reference, the
/// command's help and the query.
struct FieldDeclaration: Sendable {
    let name: String
    let shape: FieldShape
    /// The description. Its first sentence defines the field.
    let meaning: String
    let examples: [JSONValue]
    var standard: JSONValue?
    let isInQuery: Bool
    /// Whether the field protects something, such as a password. If its name is misspelled, the
    /// request fails, because a warning would come too late.
    let isClosing: Bool
    /// Other documented names.
    var aliases: [FieldAlias] = []
    /// Other names, which are read but not documented.
    var accepted: [String] = []

    var names: [String] { [name] + aliases.map(\.name) + accepted }

    var schema: JSONValue {
        var members = shape.schema.members ?? []
        if !meaning.isEmpty { members.append(.init("description", .string(meaning))) }
        if let standard { members.append(.init("default", standard)) }
        if !examples.isEmpty { members.append(.init("examples", .array(examples))) }
        return .object(members)
    }

    func withAliases(standard: JSONValue?) -> [FieldDeclaration] {
        var own = self
        own.standard = standard
        return [own] + aliases.map { own.alias($0) }
    }

    private func alias(_ alias: FieldAlias) -> FieldDeclaration {
        FieldDeclaration(
            name: alias.name, shape: shape, meaning: "The same as `\(name)`.",
            examples: alias.example.map { [$0] } ?? examples, standard: standard, isInQuery: false,
            isClosing: isClosing)
    }

    /// Of the field and the fields within it.
    func parameters(
        below prefix: String = "", at path: [String]
    ) -> [(name: String, path: [String], field: FieldDeclaration)] {
        guard isInQuery else { return [] }
        let (own, place) = (prefix + name, path + [name])
        let within = { (members: [FieldDeclaration]) in
            members.flatMap { $0.parameters(below: own + ".", at: place) }
        }
        switch shape {
        case .object(let members, let shorthand):
            let whole = members.filter { $0.name == shorthand }
                .map { (own, place + [$0.name], $0) }
            return whole + within(members.filter { $0.name != shorthand })
        case .list, .part: return within(shape.members)
        case .flag, .words, .number, .integer, .length, .text, .texts, .either, .defined, .other:
            return [(own, place, self)] + within(shape.members)
        }
    }
}
