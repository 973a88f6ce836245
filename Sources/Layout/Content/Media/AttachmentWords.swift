package import Model
import Themes

/// The text of an attachment for screen readers.
package struct AttachmentWords {
    private let phrases: Phrases

    package init(_ phrases: Phrases) { self.phrases = phrases }

    /// The alternative text for screen readers: the caller's own, otherwise kind and name.
    package func alt(_ attachment: Attachment) -> String {
        if let alt = attachment.alt, !alt.isEmpty { return alt }
        return reading(attachment)
    }

    /// Describes an attachment: "Photo: a dog", "Video, 0:12: holiday.mp4", "Voice message, 1:05"
    /// and its transcript.
    func reading(_ attachment: Attachment) -> String {
        var words = kind(attachment)
        if let duration = attachment.duration { words += ", " + phrases.clock(duration) }
        if let name = name(attachment) { words += ": " + name }
        guard let transcript = attachment.transcript, !transcript.isEmpty else { return words }
        return [words, phrases[.transcript], transcript].joined(separator: "\n")
    }

    /// Describes a missing attachment: "Photo: IMG_1.jpg (not in export)".
    func missing(_ attachment: Attachment) -> String {
        reading(attachment) + " (" + reason(attachment) + ")"
    }

    package func reason(_ attachment: Attachment) -> String {
        let reason = attachment.missing ?? attachment.omitted ?? ""
        return reason.isEmpty ? phrases[.notAvailable] : reason
    }

    package func kind(_ attachment: Attachment) -> String {
        attachment.unknownKind.map { Phrases.readable($0) } ?? phrases.name(of: attachment.kind)
    }

    private func name(_ attachment: Attachment) -> String? {
        if let alt = attachment.alt, !alt.isEmpty { return alt }
        let song = [attachment.title, attachment.performer].compactMap { $0 }
            .filter { !$0.isEmpty }
        if !song.isEmpty { return song.joined(separator: " · ") }
        return attachment.name.flatMap { $0.isEmpty ? nil : $0 }
    }
}
