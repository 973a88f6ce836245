/// The person in a field such as `From`: `Ana Ruiz <ana@example.org>`, `ana@example.org (Ana
/// Ruiz)`.
struct MailAddress {
    let address: String
    let name: String

    /// Returns the first person in the field, or nil if there is none.
    init?(_ field: String) {
        let text = field.trimmingBlanks()
        if let open = text.lastIndex(of: "<"), let close = text[open...].firstIndex(of: ">") {
            address = text[text.index(after: open)..<close].trimmingBlanks().lowercased()
            let words = text[..<open].trimmingBlanks()
            let isQuoted = words.count >= 2 && words.hasPrefix("\"") && words.hasSuffix("\"")
            let bare = isQuoted ? String(words.dropFirst().dropLast()) : words
            let said = MailWords.decode(bare.replacing("\\\"", with: "\"")).trimmingBlanks()
            name = said.isEmpty ? address : said
        } else {
            let words = text.prefix { $0 != "(" && $0 != "," }.trimmingBlanks()
            let comment = text.drop { $0 != "(" }.dropFirst().prefix { $0 != ")" }
            address = words.lowercased()
            let said = MailWords.decode(String(comment)).trimmingBlanks()
            name = said.isEmpty ? words : said
        }
        guard !address.isEmpty else { return nil }
    }
}
