import JSON
import Markup

/// An emoji by Slack's name for it: its text, and the name where it is a workspace's own.
struct SlackEmoji {
    let text: String
    /// nil for the emoji that everybody has.
    let ownName: String?

    /// The emoji of a rich-text element, which says its scalars itself.
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

    /// The emoji of a name such as `+1::skin-tone-3`; a workspace's own stays as its name in
    /// colons.
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
        // Names too short to be found in running text are none but an emoji here.
        let short = rich.text == coded && !name.isEmpty ? name : nil
        self.init(text: rich.text, ownName: own.first ?? short)
    }

    /// The mark for the emoji in a text.
    var mark: TextMark.Kind? { ownName.map { .entity(.customEmoji(name: $0)) } }
}
