import Conversation

/// What a system text says, as far as English tells it.
enum WhatsAppNotice {
    /// Where a phrase stands in its text: what is before it names who did it, what is after it to
    /// whom.
    private static let phrases: [(String, SystemAction)] = [
        (" joined using this group's invite link", .memberJoined),
        (" joined using a group link", .memberJoined),
        (" joined from the community", .memberJoined),
        (" was added", .memberAdded),
        (" were added", .memberAdded),
        (" added ", .memberAdded),
        (" was removed", .memberRemoved),
        (" removed ", .memberRemoved),
        (" left", .memberLeft),
        (" created group ", .groupCreated),
        (" created this group", .groupCreated),
        (" changed the subject ", .titleChanged),
        (" changed the group name ", .titleChanged),
        (" changed this group's icon", .photoChanged),
        (" changed the group icon", .photoChanged),
        (" deleted this group's icon", .photoRemoved),
        (" changed the group description", .descriptionChanged),
        (" deleted the group description", .descriptionChanged),
        (" changed this group's settings", .settingsChanged),
        (" changed the group settings", .settingsChanged),
        (" now an admin", .adminChanged),
        (" no longer an admin", .adminChanged),
        ("security code", .securityCodeChanged),
        (" end-to-end encrypt", .encryption),
        (" message timer", .timerChanged),
        (" disappearing messages", .timerChanged),
        (" changed their phone number", .numberChanged),
        (" changed to ", .numberChanged),
        (" started a call", .call),
        (" started a video call", .call),
        ("You blocked this contact", .blocked),
        ("You unblocked this contact", .unblocked),
        (" blocked this contact", .blocked),
        (" unblocked this contact", .unblocked),
        (" pinned a message", .pinned),
        (" business account", .business),
        ("This business ", .business),
    ]

    /// nil for a text that none of the known phrases is in.
    static func event(_ text: String) -> SystemEvent? {
        guard text.utf8.count <= 1024 else { return nil }
        // Phones write either apostrophe.
        let plain = text.replacing("\u{2019}", with: "'")
        for (phrase, action) in phrases {
            guard let place = plain.place(of: phrase) else { continue }
            if action == .memberLeft, !plain.hasSuffix(" left"), !plain.hasSuffix(" left.") {
                continue
            }
            return event(
                action, before: plain[..<place.lowerBound], after: plain[place.upperBound...])
        }
        return nil
    }

    private static func event(
        _ action: SystemAction, before: Substring, after: Substring
    ) -> SystemEvent {
        var event = SystemEvent(action: action.rawValue)
        let name = before.trimmingBlanks()
        switch action {
        case .memberAdded, .memberRemoved:
            let others = after.trimmingBlanks()
            if others.isEmpty {
                event.targets = [name]
            } else {
                event.actors = [name]
                event.targets = others.components([",", " and "])
            }
        case .memberJoined, .memberLeft, .groupCreated, .titleChanged, .photoChanged,
            .photoRemoved, .descriptionChanged, .settingsChanged:
            event.actors = name.isEmpty ? [] : [name]
        default: break
        }
        return event
    }

    /// The name in quotes of a text that makes or renames a group.
    static func groupName(_ text: String, action: String) -> String? {
        let isCreation = action == SystemAction.groupCreated.rawValue
        guard isCreation || action == SystemAction.titleChanged.rawValue else { return nil }
        let quotes: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]
        let parts = text.split(omittingEmptySubsequences: false) { quotes.contains($0) }
        return parts.count >= 3 ? String(parts[parts.count - 2]) : nil
    }
}
