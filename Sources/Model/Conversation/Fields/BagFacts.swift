import Basics

struct BagFacts: FieldObject {
    var values: [BagInfo.Label: String] = [:]

    /// In the order of BagIt's reserved names.
    var list: [BagInfo] {
        BagInfo.Label.allCases.compactMap { label in values[label].map { BagInfo(label, $0) } }
    }

    static let fields: Fields<BagFacts> = [
        fact(.sourceOrganization, "`Source-Organization`: the sender.", "Example Archive"),
        fact(
            .organizationAddress, "`Organization-Address`: the sender's address.",
            "1 Main Square, Example"),
        fact(.contactName, "`Contact-Name`: the contact person.", "Ana Ruiz"),
        fact(.contactPhone, "`Contact-Phone`: the contact's telephone number.", "+1 555 0100"),
        fact(.contactEmail, "`Contact-Email`: the contact's email address.", "ana@example.org"),
        fact(
            .externalDescription, "`External-Description`: what the bag contains.",
            "Messages of May 2026"),
        fact(
            .externalIdentifier, "`External-Identifier`: the sender's name for the bag.",
            "case-12-2026"),
        fact(
            .bagGroupIdentifier, "`Bag-Group-Identifier`: the set of bags it belongs to.", "case-12"
        ),
        fact(
            .internalSenderIdentifier,
            "`Internal-Sender-Identifier`: the sender's name for the content.", "hikers"),
        fact(
            .internalSenderDescription,
            "`Internal-Sender-Description`: the sender's description of the content.",
            "The hikers' chat"),
    ]

    private static func fact(
        _ label: BagInfo.Label, _ meaning: String, _ example: String
    ) -> Field<BagFacts> {
        Field(
            label.rawValue, optional: \.values[label], .line, meaning,
            examples: [.string(example)])
    }
}
