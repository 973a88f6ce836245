/// The text of a header or footer, with names in braces for facts of the page.
enum PageTemplate {
    /// The number of bytes after a brace that are searched for the other one.
    private static let maxName = 32

    /// Returns the text with each name in braces replaced by its value. Names without a value stay.
    ///
    /// One pass over bytes: a title with braces is not filled again, and a search for each name
    /// took a sixteenth of the work for a short document.
    static func filled(_ template: String, value: (Substring) -> String?) -> String {
        var filled = ""
        var rest = template[...]
        while let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            let inner = rest[template.utf8.index(after: start)...]
            filled += rest[..<start]
            let end = inner.utf8.prefix(maxName).firstIndex(of: UInt8(ascii: "}"))
            if let end, let value = value(inner[..<end]) {
                filled += value
                rest = inner[template.utf8.index(after: end)...]
            } else {
                filled += "{"
                rest = inner
            }
        }
        return filled + rest
    }
}
