import Basics
import HTTP

/// The `ETag` of a response (RFC 9110 §8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag with its quotes.
    let text: String

    init(_ text: String) { self.text = text }

    /// Whether `If-None-Match` is `*`, which stands for any version if there is one.
    static func isAny(in fields: HeaderFields) -> Bool {
        fields.values(of: "if-none-match").contains { $0.withoutBlanksAtEnds == "*" }
    }

    /// Whether `If-None-Match` contains the tag, so that the client has this version (RFC 9110
    /// §13.1.2).
    func isHeld(by fields: HeaderFields) -> Bool {
        fields.values(of: "if-none-match").contains { value in
            value.split(separator: ",").contains { element in
                let other = element.withoutBlanksAtEnds
                return other == "*"
                    || (other.hasPrefix("W/") ? String(other.dropFirst(2)) : other) == text
            }
        }
    }
}
