import Basics

private struct RedactionDraft: FieldObject {
    var targets: [Options.Redaction.Target] = []
    var pseudonym: String?
    var reason: String?
    var ownParts: Bool?
    var hidesParts: Bool { ownParts ?? true }
    var spellings: [String] = []

    static let kinds = ["participant", "message", "pattern"]

    static let fields: Fields<RedactionDraft> = [
        Field(
            "participant", name,
            "ID, name or handle. Redacts the participant's messages, and the name and handle in all other messages: as whole words in scripts that separate words, anywhere in others; in any case, any Unicode form, and encoded (percent-escapes, character references, Punycode, Base64). A URL, email address or handle that contains the name is redacted as a whole.",
            examples: ["ben"]
        ) { fields, rule in rule.targets.append(.participant(fields.target(), as: nil)) },
        Field(
            "as", name,
            "Replacement for the participant's name. The participant's messages then remain.",
            examples: ["Person C"]
        ) { fields, rule in rule.pseudonym = fields.target() },
        Field(
            "parts", optional: \.ownParts, or: \RedactionDraft.hidesParts, .bool,
            "Whether to redact parts of the participant's name as well: parts of at least three letters (two in Han, Hangul and kana) that are not everyday words of the conversation's language, words that begin like a part of at least four letters (up to its last three letters: at least three letters the same in a capitalized word, otherwise five or the whole part), initials with periods, and handles made of the name."
        ),
        Field(
            "also", \.spellings,
            FieldSyntax(.texts) { fields, _ in fields.several { $0.target() } },
            "Other spellings of the participant's name, such as nicknames. Each is redacted like the name.",
            examples: [["Benny"]]),
        Field(
            "message", name,
            "ID of the message, or of all messages with this ID; or its number, starting at 1.",
            examples: ["m12"]
        ) { fields, rule in rule.targets.append(.message(fields.target())) },
        Field(
            "reason", optional: \.reason, .reason,
            "Reason code, shown on the bar: \"[redacted: PRIV]\".",
            examples: ["PRIV"]),
        Field(
            "pattern", .other(["type": "string"]),
            "A regular expression without backreferences and lookaround.", examples: ["\\d{7,}"]
        ) { fields, rule in
            rule.targets.append(.pattern(fields.pattern(matchesCharacters: true)))
        },
    ]

    private static let name = FieldShape.other(["type": ["string", "number"]])
}

extension FieldSyntax where Value == String {
    static var reason: FieldSyntax {
        let shape = FieldShape.other([
            "type": ["string", "null"],
            "pattern":
                "^[A-Za-z0-9().,/§-]([A-Za-z0-9 ().,/§-]{0,22}[A-Za-z0-9().,/§-])?$",
        ])
        return string(shape) { $0.reason() }
    }
}

extension FieldSyntax where Value == [Options.Redaction] {
    static var redactions: FieldSyntax {
        FieldSyntax(.rules(RedactionDraft.declarations, needing: RedactionDraft.kinds)) {
            fields, _ in fields.elements(most: 100) { fields in fields.redaction() }
        }
    }
}

extension FieldReader {
    /// Rejects a rule that cannot match anything: the caller intended it to.
    fileprivate mutating func redaction() -> Options.Redaction? {
        if peek() == .null { reject(.wrongType(expected: [.object], found: .null)) }
        var rule = RedactionDraft()
        guard object(into: &rule) else { return nil }
        guard let target = rule.targets.first, rule.targets.count == 1 else {
            return reject(.notOne(of: RedactionDraft.kinds))
        }
        guard rule.pseudonym != nil || rule.ownParts != nil || !rule.spellings.isEmpty else {
            return Options.Redaction(target, reason: rule.reason)
        }
        guard case .participant(let key, _) = target else { return reject(missing: "participant") }
        // A replacement name leaves no bar on which a reason could be shown.
        guard rule.pseudonym == nil || rule.reason == nil else {
            return reject(.notBoth("as", "reason"))
        }
        return Options.Redaction(
            .participant(key, as: rule.pseudonym), reason: rule.reason,
            hidesParts: rule.hidesParts, also: rule.spellings)
    }
}
