import Basics

extension String {
    /// A caller's text, truncated to 60 characters for an error message.
    package var shortened: String { count > 60 ? prefix(60) + "…" : self }
}

extension Double {
    /// The number without a needless fraction: `4` instead of `4.0`.
    package var plain: String {
        self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self)
    }
}

extension JSONKind {
    var article: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
