import Basics

extension SignatureWords: FieldObject {
    static let fields: Fields<SignatureWords> = [
        Field("reason", optional: \.reason, .line, "Reason for signing.", examples: ["Approved"]),
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
    mutating func signature() -> SignatureWords? {
        switch peek() {
        case .bool, .string: return flag() ? SignatureWords() : nil
        case .null, .number, .array:
            if !isNull() { rejectType([.bool, .object]) }
            return nil
        case .object:
            var words = SignatureWords()
            return object(into: &words) ? words : nil
        }
    }
}
