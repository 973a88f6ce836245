import Model
import Themes

/// Labels with facts that a message's row does not draw, for readers who cannot see its side.
extension Layout {
    /// The sender, time and status of a row: "Ana, 9:41 AM, Read"; nil if the row shows all of
    /// them.
    func label(ofRow index: Int) -> String? {
        guard case .message(let entry) = entries[index] else { return nil }
        let message = conversation.messages[entry.index]
        let name = entry.showsName ? nil : message.from.map { shownName(of: $0) }
        let time = drawsTime(of: entry) ? nil : entry.spokenTime
        let words = [name, time, state(of: message, entry)].compactMap { $0 }
        return words.isEmpty ? nil : words.joined(separator: phrases[.comma])
    }

    private func drawsTime(of entry: MessageEntry) -> Bool {
        guard entry.time != nil else { return false }
        guard let frames = theme.frames else { return true }
        return frames.label != nil || (theme.time.place != .inside && theme.time.place != .above)
    }

    /// The status of a message in a theme that shows it by marks.
    private func state(of message: Message, _ entry: MessageEntry) -> String? {
        guard entry.showsStatus, let status = message.status, theme.time.place == .inside,
            theme.time.ticks == .checks || theme.time.ticks == .circles
        else { return nil }
        return [phrases.status(status), entry.stateTime].compactMap { $0 }.joined(separator: " ")
    }
}
