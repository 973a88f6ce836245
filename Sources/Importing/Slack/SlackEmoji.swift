import Basics
import Model

/// An emoji by Slack's name: its text, and its name if it is a custom emoji of the workspace.
struct SlackEmoji {
    let text: String
    /// The name of a custom emoji, or nil for a standard one.
    let ownName: String?

    /// Creates the emoji of a rich-text element, which states its scalars.
    init(_ element: JSONValue) {
        let name = element.text("name") ?? ""
        var scalars = String.UnicodeScalarView()
        for code in (element.text("unicode") ?? "").split(separator: "-").prefix(16) {
            guard let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value) else {
                self.init(name)
                return
            }
            scalars.append(scalar)
        }
        guard !scalars.isEmpty else {
            self.init(name)
            return
        }
        self.init(text: String(scalars), ownName: nil)
    }

    private init(text: String, ownName: String?) {
        self.text = text
        self.ownName = ownName
    }

    /// Creates the emoji for a name such as `+1::skin-tone-3`. The text of a custom emoji is its
    /// name between colons.
    init(_ name: String) {
        let name = CleanText.line(name)
        let coded = ":\(name):"
        guard case .paragraph(let rich) = TextFormat.slack.blocks(coded).first else {
            self.init(text: coded, ownName: nil)
            return
        }
        let own = rich.entities.compactMap { entity -> String? in
            guard case .customEmoji(let own) = entity.kind else { return nil }
            return own
        }
        // The parser ignores very short names in running text, but here the name is known to be an
        // emoji.
        let short = rich.text == coded && !name.isEmpty ? name : nil
        self.init(text: rich.text, ownName: own.first ?? short)
    }

    /// Returns the text of the emoji with a name such as `+1` or `:+1:`.
    static func text(_ code: String) -> String {
        let isCode = code.hasPrefix(":") && code.hasSuffix(":") && code.utf8.count > 2
        return SlackEmoji(isCode ? String(code.dropFirst().dropLast()) : code).text
    }

    /// The mark for a custom emoji in a text.
    var mark: TextMark.Kind? { ownName.map { .entity(.customEmoji(name: $0)) } }
}
