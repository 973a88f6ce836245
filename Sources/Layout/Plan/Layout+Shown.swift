package import Model
import Scene
package import Themes

/// Decides which messages show a name, an avatar, a time or a status, by the theme and the options.
extension Layout {
    /// Whether only the last sent message shows its status. Themes with ticks show them in every
    /// bubble.
    package static func showsStatusOfLastAlone(_ options: Options, theme: Theme) -> Bool {
        options.show.status == .last && theme.time.ticks != .checks && theme.time.ticks != .circles
    }

    /// The height of the line that says what continues.
    var continuedHeight: Double { max(19, theme.text.status.style.lineHeight + 5) }

    /// "continued", with the sender's name if names are shown.
    ///
    /// - Parameter row: the message that follows; nil at a page's foot.
    func continued(_ row: Int?) -> String {
        guard let row, let sender = namedSender(ofRow: row) else { return phrases.continued }
        return phrases.isolated([shownName(of: sender), phrases.continued])
    }

    /// Whether a message has no name because an earlier one of its run shows it.
    func lacksName(row: Int) -> Bool {
        guard case .message(let entry) = entries[row], !entry.run.isFirst else { return false }
        return namedSender(ofRow: row) != nil
    }

    /// The sender of a message whose run shows the name.
    private func namedSender(ofRow row: Int) -> ParticipantIndex? {
        guard case .message(let entry) = entries[row],
            let sender = conversation.messages[entry.index].from,
            Layout.showsName(isMine: sender == conversation.me, in: conversation, options, theme),
            Layout.hasName(sender, in: conversation, options)
        else { return nil }
        return sender
    }

    /// Whether there is a name to show. A sender in `?m=Hi!` has none, and no line for it.
    static func hasName(
        _ sender: ParticipantIndex?, in conversation: Conversation, _ options: Options
    ) -> Bool {
        guard let sender else { return false }
        let person = conversation.participants[sender]
        return !person.plainName.isEmpty || options.show.handles && person.handle != nil
    }

    static func showsAvatar(
        isMine: Bool, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Bool {
        switch options.show.avatars {
        case .never: false
        case .always: !isMine
        case .auto:
            switch theme.avatar.shown {
            case .never: false
            case .groups: !isMine && conversation.kind == .group
            case .received: !isMine
            case .always: true
            }
        }
    }

    static func showsName(
        isMine: Bool, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Bool {
        // If nobody is "me" and more than two people speak, names must distinguish them.
        let isOneSided = conversation.me == nil && conversation.participants.count > 2
        return switch options.show.names {
        case .never: false
        case .always: true
        case .auto:
            switch theme.sender.shown {
            case .never: false
            case .everyone: true
            case .always: !isMine
            case .groups: !isMine && (conversation.kind == .group || isOneSided)
            }
        }
    }
}
