extension ConversationDecoder {
    /// Finds who sent a message, as far as it says so.
    mutating func sender(of draft: MessageDraft) throws(ConversationError) -> ParticipantIndex? {
        var sender: ParticipantIndex?
        if let from = draft.from {
            let isNew = roster.declared > 0 && roster.index(of: from) == nil
            sender = roster.sender(from)
            if isNew {
                fields.warn(
                    .unknownSender, "\(FieldReader.quoted(from)) is not among the participants")
            }
        } else if let role = draft.role {
            sender = self.sender(role: role, of: draft)
        } else if let isMine = draft.isMine {
            sender = nameless(isMine: isMine)
        }
        guard roster.participants.count <= fields.limits.participants else {
            throw .tooMany(
                .participants, limit: fields.limits.participants, pointer: fields.pointer)
        }
        guard let sender else { return nil }
        if draft.isMine == true {
            if let flagged = sides.flagged, flagged != sender { sides.isFlaggedTwice = true }
            sides.flagged = sides.flagged ?? sender
        }
        switch draft.kind {
        case .message, .call, .typing, .unknown: sides.note(sender: sender)
        case .system, .note, .unread: break
        }
        return sender
    }

    private mutating func sender(
        role: MessageDraft.Role, of draft: MessageDraft
    ) -> ParticipantIndex? {
        sides.hasRoles = true
        switch role {
        case .system, .developer, .tool: return nil
        case .user, .assistant, .other: break
        }
        // Where a tool answers, the user is only its messenger.
        if draft.hasResults, draft.text == nil { return nil }
        let index: ParticipantIndex
        if let name = draft.roleName {
            index = roster.sender(name)
        } else if let known = roster.index(of: role.id) {
            index = known
        } else {
            index = roster.add(Participant(id: role.id, name: role.name))
        }
        if role == .user, sides.user == nil { sides.user = index }
        return index
    }

    /// The side of a message without a name: mine, or the other's.
    mutating func nameless(isMine: Bool) -> ParticipantIndex {
        if let known = isMine ? sides.nameless.mine : sides.nameless.other { return known }
        let me = sides.meKey.map { roster.sender($0) } ?? sides.declared
        let index: ParticipantIndex
        if isMine {
            index = me ?? roster.add(Participant(id: "me", name: ""))
            sides.nameless.mine = index
        } else {
            let isPair = roster.declared == 2 && roster.participants.count == 2
            let other = me.flatMap { isPair ? 1 - $0 : nil }
            index = other ?? roster.add(Participant(id: "them", name: ""))
            sides.nameless.other = index
        }
        return index
    }

    /// Decides, after the last message, who stands on the right and what kind of conversation it is.
    mutating func settleSides() {
        let senders = sides.senders
        if let key = sides.meKey {
            if roster.declared > 0, roster.index(of: key) == nil {
                fields.findings.warn(
                    Warning(
                        .unknownSender, at: "/me",
                        "\(FieldReader.quoted(key)) is not among the participants"))
            }
            conversation.me = roster.sender(key)
        } else if let known = sides.declared ?? sides.flagged ?? sides.user {
            conversation.me = known
            if sides.isFlaggedTwice, sides.declared == nil {
                warnOfGuess("messages of several senders are marked as mine; the first counts")
            }
        } else if let mine = sides.nameless.mine {
            conversation.me = mine
        } else if senders.count == 2, sides.nameless.other == nil, !sides.hasRoles {
            conversation.me = senders[1]
        } else if senders.count > 2 {
            warnOfGuess("\(senders.count) senders and no \"me\": all stand on the left")
        }
        inferKind()
    }

    private mutating func warnOfGuess(_ detail: String) {
        fields.findings.warn(Warning(.guessedSides, at: "/me", detail))
    }

    private mutating func inferKind() {
        if sides.hasRoles, !settings.hasService { conversation.service = .assistant }
        guard !settings.hasKind else { return }
        if conversation.service == .assistant {
            conversation.kind = .assistant
        } else {
            conversation.kind = roster.participants.count > 2 ? .group : .direct
        }
    }
}
