import Markup

/// Takes words, names and media out of a conversation.
struct Redactor {
    static let name = "Redacted"

    private var participants: Set<ParticipantIndex> = []
    private var messages: Set<Int> = []
    private var patterns: [Pattern] = []
    /// What the redacted participants are called, wherever somebody else names them.
    private var aliases: Set<String> = []

    init(
        _ redactions: [Options.Redaction], in conversation: Conversation
    ) throws(ConversationError) {
        for (index, redaction) in redactions.enumerated() {
            let pointer = "/options/redact/\(index)"
            switch redaction {
            case .participant(let key):
                let found = conversation.participants(named: key)
                // Hiding nobody because of a slip of the pen would show what was to be hidden.
                guard !found.isEmpty else {
                    throw .unknownTarget(
                        key, at: pointer + "/participant",
                        allowed: conversation.participants.map(\.id))
                }
                participants.formUnion(found)
            case .message(let key):
                guard let place = conversation.place(ofMessage: key) else {
                    throw .unknownTarget(
                        key, at: pointer + "/message",
                        allowed: conversation.messages.lazy.prefix(20).compactMap(\.id))
                }
                messages.insert(place)
            case .pattern(let source): try add(source, at: pointer + "/pattern")
            }
        }
        collectAliases(in: conversation)
    }

    private mutating func add(_ source: String, at pointer: String) throws(ConversationError) {
        do throws(Pattern.Fault) {
            patterns.append(try Pattern(source))
        } catch let fault {
            throw .invalid([FieldFault(at: pointer, .malformedPattern(source, fault))])
        }
    }

    private mutating func collectAliases(in conversation: Conversation) {
        for index in participants {
            let participant = conversation.participants[index]
            for alias in [participant.id, participant.name, participant.handle ?? ""]
            where !alias.isEmpty {
                aliases.insert(alias)
                // Shorter ones would be found in half of all words.
                if alias.unicodeScalars.count > 2, let pattern = try? Pattern(word: alias) {
                    patterns.append(pattern)
                }
            }
        }
    }

    // MARK: - Redacting

    /// - Parameter goesOn: asked now and then; a thousand patterns on as many messages take a while.
    mutating func redact(
        _ conversation: inout Conversation, whileTrue goesOn: () -> Bool
    ) throws(ConversationError) {
        for index in conversation.messages.indices {
            let message = conversation.messages[index]
            if message.details.isRedacted || message.from.map(participants.contains) ?? false {
                messages.insert(index)
            }
        }
        for index in conversation.messages.indices {
            if index % 16 == 0, !goesOn() { throw .stopped }
            if messages.contains(index) {
                conversation.messages[index].redact()
            } else {
                redactParts(of: &conversation.messages[index])
            }
        }
        for index in conversation.participants.indices {
            if index % 16 == 0, !goesOn() { throw .stopped }
            redact(&conversation.participants[index], at: index)
        }
        conversation.title = conversation.title.map(hidden)
        conversation.subtitle = conversation.subtitle.map(hidden)
        conversation.dropUnusedMedia()
    }

    private func redact(_ participant: inout Participant, at index: ParticipantIndex) {
        guard participants.contains(index) else {
            participant.name = hidden(participant.name)
            participant.handle = participant.handle.map(hidden)
            return
        }
        participant = Participant(id: "redacted-\(index + 1)", name: Redactor.name)
    }

    /// Hides what the patterns find, and the names of redacted participants.
    private func redactParts(of message: inout Message) {
        var isChanged = false
        func text(_ text: String) -> String {
            guard let hidden = Redactor.hiding(patterns, in: text) else { return text }
            isChanged = true
            return hidden
        }
        func rich(_ rich: RichText) -> RichText {
            guard let hidden = Redactor.hiding(patterns, in: rich.text) else {
                let kept = rich.entities.filter { !leaks($0.kind) }
                if kept.count < rich.entities.count { isChanged = true }
                return RichText(rich.text, kept)
            }
            isChanged = true
            return RichText(hidden)
        }
        message.body = message.body.map { $0.mapTexts(rich: rich, plain: text) }
        for index in message.attachments.indices { message.attachments[index].mapTexts(text) }
        guard message.hasDetails || isChanged else { return }
        var details = message.details
        if let reply = details.replyTo, isOfRedacted(reply) {
            details.replyTo?.text = reply.text.map(Redactor.blocks)
            details.replyTo?.attachmentKind = nil
        }
        details.mapTexts(text)
        details.mapNames { aliases.contains($0) ? Redactor.name : text($0) }
        details.isRedacted = details.isRedacted || isChanged
        message.details = details
    }

    private func isOfRedacted(_ reply: Reply) -> Bool {
        if let index = reply.index, messages.contains(index) { return true }
        return reply.from.map(aliases.contains) ?? false
    }

    /// Whether an entity holds in itself what is to be hidden.
    private func leaks(_ kind: Entity.Kind) -> Bool {
        switch kind {
        case .link(let url): Redactor.hiding(patterns, in: url) != nil
        case .customEmoji(let name): Redactor.hiding(patterns, in: name) != nil
        case .bold, .italic, .underline, .strike, .spoiler, .code, .mention, .hashtag: false
        }
    }

    private func hidden(_ text: String) -> String {
        if aliases.contains(text) { return Redactor.name }
        return Redactor.hiding(patterns, in: text) ?? text
    }
}

extension ConversationError {
    /// Names what a redaction or a filter asks for and the conversation has not.
    static func unknownTarget(
        _ key: String, at pointer: String, allowed: [String]
    ) -> ConversationError {
        .invalid([
            FieldFault(
                at: pointer,
                .notAllowed(
                    value: FieldReader.excerpt(key),
                    allowed: allowed.prefix(20).map(FieldReader.excerpt)))
        ])
    }
}
