import HTTP
import Model

extension HeaderFields {
    /// Adds the first ten warnings as strings of RFC 8941, and a link to `/validate` if there are
    /// more.
    mutating func append(_ warnings: [Warning], of count: Int) {
        for warning in warnings.prefix(10) {
            append("Chatprint-Warning", Self.string(warning.detail))
        }
        if count > 10 { append("Link", "</validate>; rel=\"describedby\"") }
    }

    /// Returns a quoted ASCII string (RFC 8941 §3.3.3); other characters become question marks.
    private static func string(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars.prefix(300) {
            switch scalar {
            case "\"", "\\": out += "\\" + String(scalar)
            case " "..."~": out.unicodeScalars.append(scalar)
            default: out += "?"
            }
        }
        return out + "\""
    }
}
