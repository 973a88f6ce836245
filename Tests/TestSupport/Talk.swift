package import Layout
package import Model
import Scene
package import Themes

/// Shorthand for creating and laying out conversations in tests.
package enum Talk {
    /// A line begins with its side, `<` received or `>` sent; the rest is the text.
    package static func conversation(_ lines: [String], secondsApart: Int64 = 60) -> Conversation {
        var conversation = Conversation()
        conversation.participants = [
            Participant(id: "ben", name: "Ben Berg"), Participant(id: "ana", name: "Ana"),
        ]
        conversation.me = 1
        // Sunday, 31 May 2026, 09:40 UTC.
        var at: Int64 = 1_780_220_400_000
        for line in lines {
            var message = Message()
            message.from = line.hasPrefix(">") ? 1 : 0
            message.at = Moment(milliseconds: at)
            message.body = [.paragraph(RichText(String(line.dropFirst())))]
            conversation.messages.append(message)
            at += secondsApart * 1_000
        }
        return conversation
    }

    package static func transcript(
        _ conversation: Conversation, theme: Theme, options: Options = Options(),
        width: Double? = nil
    ) -> Transcript {
        let measurer = MonospaceMeasurer()
        let layout = Layout(
            conversation, theme: theme, options: options, width: width ?? theme.width,
            pictures: PictureTable(
                sizes: conversation.media.map { _ in Size(800, 600) }
                    + theme.pictures.map { _ in Size(100, 100) },
                mediaCount: conversation.media.count),
            language: Languages.of(conversation.locale), measurer: measurer)
        return Transcript(layout, rows: layout.rows(0..<layout.entries.count, with: measurer))
    }
}
