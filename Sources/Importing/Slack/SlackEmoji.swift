import JSON
import Markup

/// Slack's names for emoji.
enum SlackEmoji {
    /// The emoji of a rich-text element, which says its scalars itself.
    static func text(_ element: JSONValue) -> String {
        let codes = (element.text("unicode") ?? "").split(separator: "-")
        var scalars = String.UnicodeScalarView()
        for code in codes.prefix(16) {
            guard let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value) else {
                return text(element.text("name") ?? "")
            }
            scalars.append(scalar)
        }
        return scalars.isEmpty ? text(element.text("name") ?? "") : String(scalars)
    }

    /// The emoji of a name such as `+1::skin-tone-3`; a workspace's own stays as its name in
    /// colons.
    static func text(_ name: String) -> String {
        let coded = ":\(CleanText.line(name)):"
        guard case .paragraph(let text) = TextFormat.slack.blocks(coded).first else { return coded }
        return text.text
    }
}
