package import Basics
package import Model

/// The content for which RSMF has no field. It is described in text, and a warning lists the
/// counts.
package struct RSMFLosses {
    private enum Loss: CaseIterable {
        case marks, missing, omitted, withheld, facts, cover, poll, place, contact, preview, call
        case payment, forward
        case quotation, thread, subject, translation, effect, pin, notice, kind, state, receipt
        case edit, deletion, reaction, language, service

        func words(_ count: Int) -> String {
            let (one, many) = both
            return count == 1 ? "1 " + one : "\(count) " + many
        }

        private var both: (String, String) {
            switch self {
            case .marks: ("text with marks", "texts with marks")
            case .missing: ("missing file", "missing files")
            case .omitted: ("file that is not included", "files that are not included")
            case .withheld: ("file withheld by redaction", "files withheld by redaction")
            case .facts: ("file with details", "files with details")
            case .cover: ("cover of a file", "covers of files")
            case .poll: ("poll", "polls")
            case .place: ("place", "places")
            case .contact: ("contact", "contacts")
            case .preview: ("link preview", "link previews")
            case .call: ("call", "calls")
            case .payment: ("payment", "payments")
            case .forward: ("origin of a message", "origins of messages")
            case .quotation: ("quotation", "quotations")
            case .thread: ("thread", "threads")
            case .subject: ("subject", "subjects")
            case .translation: ("translation", "translations")
            case .effect: ("effect", "effects")
            case .pin: ("pin", "pins")
            case .notice: ("notice", "notices")
            case .kind: ("message of another kind", "messages of another kind")
            case .state: ("delivery state", "delivery states")
            case .receipt: ("receipt without a reader", "receipts without a reader")
            case .edit: ("edit without an editor", "edits without an editor")
            case .deletion: ("deletion with details", "deletions with details")
            case .reaction: ("reaction picture", "reaction pictures")
            case .language: ("language of a message", "languages of messages")
            case .service: ("service of a message", "services of messages")
            }
        }
    }

    private let conversation: Conversation
    private let held: Set<MediaIndex>

    /// - Parameter held: the media files that are included.
    package init(_ conversation: Conversation, holds held: Set<MediaIndex>) {
        self.conversation = conversation
        self.held = held
    }

    /// - Parameter budget: stops the search when it is exhausted. The caller checks it again.
    package func warning(_ budget: WorkBudget) -> Warning? {
        var counts: [Loss: Int] = [:]
        for (place, message) in budget.checked(conversation.messages.enumerated()) {
            for (loss, count) in losses(of: message, at: place) {
                counts[loss, default: 0] += count
            }
        }
        var parts = Loss.allCases.compactMap { loss in counts[loss].map { loss.words($0) } }
        let avatars = conversation.participants.count { $0.avatar != nil }
        if avatars > 0 { parts.append(avatars == 1 ? "1 avatar" : "\(avatars) avatars") }
        let roles = conversation.participants.count { $0.role != nil }
        if roles > 0 { parts.append(roles == 1 ? "1 role" : "\(roles) roles") }
        if conversation.participants.count > RSMFPeople.maxListed {
            let silent =
                conversation.participants.count
                - Set(conversation.messages.compactMap(\.from)).count
            if silent > 0 { parts.append("\(silent) silent members of a large room") }
        }
        guard !parts.isEmpty else { return nil }
        return Warning(
            .unsupported, at: "",
            "rsmf has no fields for " + parts.joined(separator: ", ")
                + "; they are described in \"custom\" and in the text")
    }

    func isEmpty(for message: Message, at place: Int) -> Bool {
        losses(of: message, at: place).isEmpty
    }

    func file(of attachment: Attachment) -> MediaIndex? {
        guard let media = attachment.file ?? attachment.media, held.contains(media) else {
            return nil
        }
        return media
    }

    func holds(_ attachment: Attachment) -> Bool {
        file(of: attachment) != nil && !Self.hasFacts(attachment)
    }

    private static func hasFacts(_ attachment: Attachment) -> Bool {
        let texts = [
            attachment.title, attachment.performer, attachment.caption, attachment.alt,
            attachment.transcript, attachment.missing, attachment.omitted, attachment.unknownKind,
        ]
        return attachment.card != nil || texts.contains { !($0 ?? "").isEmpty }
    }

    func reader(of sender: ParticipantIndex) -> ParticipantIndex? {
        conversation.participants.count == 2 ? 1 - sender : nil
    }

    static func steps(of message: Message) -> [(isRead: Bool, at: Moment?)] {
        let details = message.details
        var steps: [(isRead: Bool, at: Moment?)] = []
        if details.deliveredAt != nil || message.status == .delivered {
            steps.append((false, details.deliveredAt))
        }
        if details.readAt != nil || message.status == .read {
            steps.append((true, details.readAt))
        }
        return steps
    }

    private func losses(of message: Message, at place: Int) -> [(Loss, Int)] {
        var losses: [(Loss, Int)] = []
        func lose(_ loss: Loss, _ isLost: Bool) { if isLost { losses.append((loss, 1)) } }
        lose(.marks, message.body.contains { !$0.isPlain })
        loseFiles(of: message, &losses)
        switch message.kind {
        case .message, .note: break
        case .call: lose(.call, message.details.call == nil)
        case .system:
            // If there are an actor and a target, the field contains only the one who joined or
            // left.
            let hasOther = !(message.details.system?.targets.isEmpty ?? true)
            lose(.notice, RSMFType(message) == .unknown || hasOther)
        case .typing, .unread, .unknown: lose(.kind, true)
        }
        lose(.state, message.status.map { ![.delivered, .read].contains($0) } ?? false)
        let isReached = message.from.flatMap { reader(of: $0) } != nil
        lose(.receipt, !isReached && !Self.steps(of: message).isEmpty)
        lose(.language, message.language != nil)
        guard message.hasDetails else { return losses }
        let details = message.details
        lose(.poll, details.poll != nil)
        lose(.place, details.location != nil)
        lose(.contact, details.contact != nil)
        lose(.preview, details.link != nil)
        lose(.call, details.call != nil)
        lose(.payment, details.payment != nil)
        lose(.forward, details.forwarded != nil)
        lose(.quotation, details.replyTo.map { $0.index == nil || $0.text != nil } ?? false)
        lose(.thread, details.thread != nil)
        lose(.subject, !(details.subject ?? "").isEmpty)
        lose(.translation, details.translation != nil)
        lose(.effect, details.effect != nil)
        lose(.pin, details.isPinned)
        lose(.edit, details.edited != nil && message.from == nil)
        lose(.deletion, details.deleted.map { $0 != Deleted() } ?? false)
        lose(.service, details.service != nil)
        let pictures = details.reactions.count { $0.picture != nil }
        if pictures > 0 { losses.append((.reaction, pictures)) }
        return losses
    }

    private func loseFiles(of message: Message, _ losses: inout [(Loss, Int)]) {
        var counts: [Loss: Int] = [:]
        for attachment in message.attachments {
            if file(of: attachment) == nil {
                let loss: Loss =
                    switch attachment.availability {
                    case .included, .omitted: conversation.isRedacted ? .withheld : .omitted
                    case .missing, nil: .missing
                    }
                counts[loss, default: 0] += 1
            } else if Self.hasFacts(attachment) {
                counts[.facts, default: 0] += 1
            }
            if attachment.file != nil, attachment.media != nil { counts[.cover, default: 0] += 1 }
        }
        losses += Loss.allCases.compactMap { loss in counts[loss].map { (loss, $0) } }
    }
}

extension TextBlock {
    /// Whether the block's plain text represents it completely.
    fileprivate var isPlain: Bool {
        guard case .paragraph(let rich) = self else { return false }
        let isLinked = rich.entities.allSatisfy { entity in
            if case .link = entity.kind { true } else { false }
        }
        return isLinked && HiddenLinks([self]).lines.isEmpty
    }
}
