import Basics

extension SignatureWords: FieldObject {
    static let fields: Fields<SignatureWords> = [
        Field(
            "reason", optional: \.reason, .line, "Reason for signing.", examples: ["Approved"]),
        Field("location", optional: \.location, .line, "Place of signing.", examples: ["Berlin"]),
        Field(
            "name", optional: \.name, .line,
            "Name of the signer. Without it, viewers show only the certificate's name.",
            examples: ["Ana Example"]),
        Field(
            "line", \.line, .choice,
            "Pages with a line that names the signer (from the certificate and `name`) and the time (from `created`): none, the last, or every page. On the last page, the line is the signature's own field."
        ),
    ]
}

extension FieldReader {
    /// Reads whether to sign, or the details of the signature.
    mutating func signature() throws(ConversationError) -> SignatureWords? {
        switch try peek() {
        case .bool, .string: return try flag() ? SignatureWords() : nil
        case .null, .number, .array:
            if try !isNull() { try rejectType([.bool, .object]) }
            return nil
        case .object:
            var words = SignatureWords()
            return try object(into: &words) ? words : nil
        }
    }
}
