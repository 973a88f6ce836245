/// Fills the header and footer of pages.
package enum PageTemplate {
    /// The number of bytes after a brace that are searched for the other one.
    private static let maxName = 32

    /// Names in braces without a value stay.
    ///
    /// - Parameter text: changes the text between placeholders.
    package static func filled(
        _ template: String, text: (Substring) -> String = { String($0) },
        value: (Substring) -> String?
    ) -> String {
        mapped(template, text: text, placeholder: value)
    }

    /// Changes the text between placeholders, but not the placeholders.
    static func rewritten<Failure: Error>(
        _ template: String, _ change: (String) throws(Failure) -> String
    ) throws(Failure) -> String {
        try mapped(
            template,
            text: { (text) throws(Failure) in text.isEmpty ? "" : try change(String(text)) },
            placeholder: { (name) throws(Failure) in
                isPlaceholder(name) ? "{" + name + "}" : nil
            })
    }

    /// Longer numbers could be text to redact.
    private static func isPlaceholder(_ name: Substring) -> Bool {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch parts[0] {
        case "title", "page", "pages", "date": return parts.count == 1
        case "sha256", "chain": return parts.count == 1 || (UInt8(parts[1]) ?? 65) <= 64
        default: return false
        }
    }

    /// One pass over bytes: a title with braces is not filled again, and a search for each name
    /// took a sixteenth of the work for a short document.
    private static func mapped<Failure: Error>(
        _ template: String, text: (Substring) throws(Failure) -> String,
        placeholder: (Substring) throws(Failure) -> String?
    ) throws(Failure) -> String {
        var mapped = ""
        var rest = template[...]
        var next = template.startIndex
        while let start = template.utf8[next...].firstIndex(of: UInt8(ascii: "{")) {
            next = template.utf8.index(after: start)
            let inner = template[next...]
            let end = inner.utf8.prefix(maxName).firstIndex(of: UInt8(ascii: "}"))
            if let end, let value = try placeholder(inner[..<end]) {
                mapped += try text(rest[..<start]) + value
                next = template.utf8.index(after: end)
                rest = template[next...]
            }
        }
        return try mapped + text(rest)
    }
}
