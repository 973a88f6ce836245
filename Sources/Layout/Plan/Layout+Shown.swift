package import Conversation
package import Theme

/// Decides which messages show a name, an avatar, a time or a state, by the look and the options.
extension Layout {
    /// Whether of all messages that were sent the last alone tells what became of it: ticks stand
    /// in every bubble.
    package static func showsStatusOfLastAlone(_ options: Options, theme: Theme) -> Bool {
        options.show.status == .last && theme.time.ticks != .checks && theme.time.ticks != .circles
    }

    /// Whether a message of ours, or of others, has the face of who sent it beside it.
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

    /// Whether what we say, or others, has the name of who said it.
    static func showsName(
        isMine: Bool, in conversation: Conversation, _ options: Options, _ theme: Theme
    ) -> Bool {
        // Where nobody is "me" and more than two speak, names must tell them apart.
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
