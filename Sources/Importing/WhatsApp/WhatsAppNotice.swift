import Model

/// The meaning of a system text in English.
enum WhatsAppNotice {
    /// Returns nil if the text contains no known phrase. The actor precedes the phrase, and the
    /// affected person follows it.
    static func event(_ text: String, _ phrases: WhatsAppPhrases) -> SystemEvent? {
        guard text.utf8.count <= 1024 else { return nil }
        // Phones write either apostrophe.
        let plain = text.holds("\u{2019}") ? text.replacing("\u{2019}", with: "'") : text
        let bytes = ByteSet(plain)
        for notice in phrases.notices where bytes.holds(notice.bytes) {
            guard let place = plain.place(of: notice.says) else { continue }
            let action = notice.event
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

    /// Returns the quoted name in a text about creating or renaming a group.
    static func groupName(_ text: String, action: String) -> String? {
        let isCreation = action == SystemAction.groupCreated.rawValue
        guard isCreation || action == SystemAction.titleChanged.rawValue else { return nil }
        let quotes: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}"]
        let parts = text.split(omittingEmptySubsequences: false) { quotes.contains($0) }
        return parts.count >= 3 ? String(parts[parts.count - 2]) : nil
    }
}
