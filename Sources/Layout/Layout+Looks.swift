import Model
import Themes

extension Layout {
    /// The name of a participant, truncated to 640 bytes because every message may repeat it.
    func name(of participant: Int) -> String {
        conversation.participants[participant].name.shortened(toLines: 1)
    }

    /// The display name, with the handle if requested: "Ana Ruiz · +34 600 123 456".
    func shownName(of participant: Int) -> String {
        let person = conversation.participants[participant]
        guard options.show.handles, let handle = person.handle, handle != person.name else {
            return name(of: participant)
        }
        return phrases.isolated([person.name, handle])
    }

    /// The bubble style of a message, by side and, if the theme has a variant for it, by service.
    func bubbleStyle(of message: Message) -> Box<BubbleStyle> {
        let isMine = message.from != nil && message.from == conversation.me
        guard isMine else { return received }
        guard !sentByService.isEmpty else { return sent }
        let service = message.hasDetails ? message.details.service : nil
        return sentByService[(service ?? conversation.service).rawValue] ?? sent
    }

    /// The side of own messages, or of others' messages.
    static func side(ofMine isMine: Bool, _ options: Options, _ theme: Theme) -> Side {
        switch theme.canvas.sides {
        case .both: isMine != options.mirrorSides ? .right : .left
        case .left: .left
        }
    }

    func indent(on side: Side) -> Double { side == .left ? leftIndent : rightIndent }

    /// The space beside every bubble of a side for avatars, names and bars, so that all bubbles
    /// align.
    static func indent(
        on side: Side, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Double {
        let people = [true, false].filter { Layout.side(ofMine: $0, options, theme) == side }
        let hasAvatars = people.contains {
            Layout.showsAvatar(isMine: $0, in: conversation, options, theme)
        }
        let hasNames = people.contains {
            Layout.showsName(isMine: $0, in: conversation, options, theme)
        }
        let isColumn = theme.sender.place == .beside && theme.frames == nil
        return (hasAvatars ? theme.avatar.size + theme.avatar.gap : 0)
            + (hasNames && isColumn ? theme.sender.width + MessageHead.columnGap : 0)
            + (theme.sender.bar > 0 ? theme.sender.bar + MessageHead.barGap : 0)
    }
}
