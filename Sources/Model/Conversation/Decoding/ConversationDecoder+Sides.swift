import Basics

extension ConversationDecoder {
    mutating func sender(of draft: MessageDraft) -> ParticipantIndex? {
        var sender: ParticipantIndex?
        if let from = draft.from {
            let isNew = participantTable.declared > 0 && participantTable.index(of: from) == nil
            sender = participantTable.sender(from)
            if isNew {
                fields.warn(
                    .unknownSender, "\(FieldReader.quoted(from)) is not among the participants")
            }
        } else if let role = draft.role {
            sender = self.sender(role: role, of: draft)
        } else if let isMine = draft.isMine {
            sender = nameless(isMine: isMine)
        }
        guard participantTable.participants.count <= fields.limits.participants else {
            fields.stop(
                .tooMany(
                    .participants, limit: fields.limits.participants, pointer: fields.pointer))
            return nil
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
        // A tool's result is sent in the user's name, but not by the user.
        if draft.hasResults, draft.text == nil { return nil }
        let index: ParticipantIndex
        if let name = draft.roleName {
            index = participantTable.sender(name)
        } else if let known = participantTable.index(of: role.id) {
            index = known
        } else {
            index = participantTable.add(Participant(id: role.id, name: role.name))
        }
        if role == .user, sides.user == nil { sides.user = index }
        return index
    }

    /// Returns the participant for messages without a sender's name: "me" or the other side.
    mutating func nameless(isMine: Bool) -> ParticipantIndex {
        if let known = isMine ? sides.nameless.mine : sides.nameless.other { return known }
        let me = sides.meKey.map { participantTable.sender($0) } ?? sides.declared
        let index: ParticipantIndex
        if isMine {
            index = me ?? participantTable.add(Participant(id: "me", name: ""))
            sides.nameless.mine = index
        } else {
            let isPair = participantTable.declared == 2 && participantTable.participants.count == 2
            let other = me.flatMap { isPair ? 1 - $0 : nil }
            index = other ?? participantTable.add(Participant(id: "them", name: ""))
            sides.nameless.other = index
        }
        return index
    }

    /// Determines who is on the right and the kind of conversation, after the last message.
    mutating func settleSides() {
        let senders = sides.senders
        // In a part of a group's chat, two people may be left, none of them "me".
        let isGroup = settings.hasKind && conversation.kind == .group
        if let key = sides.meKey {
            if participantTable.index(of: key) == nil { warnOfUnknown(me: key) }
            conversation.me = participantTable.sender(key)
        } else if let known = sides.declared ?? sides.flagged ?? sides.user {
            conversation.me = known
            if sides.isFlaggedTwice, sides.declared == nil {
                warnOfGuess(
                    "messages of several senders are marked as mine; the first sender is used")
            }
        } else if let mine = sides.nameless.mine {
            conversation.me = mine
        } else if let own = participantTable.participants.own {
            conversation.me = own
        } else if senders.count == 2, !isGroup, sides.nameless.other == nil, !sides.hasRoles {
            conversation.me = senders[1]
        } else if senders.count > (isGroup ? 1 : 2) {
            warnOfGuess("\(senders.count) senders and no \"me\"; all messages are on the left")
        }
        inferKind()
    }

    /// Warns of a `me` that is not listed, or that resembles a sender. Without a list, any other
    /// name may belong to a participant without messages.
    private mutating func warnOfUnknown(me key: String) {
        let names = participantTable.participants.flatMap { [$0.name, $0.id] }
        // Short names that differ by a letter are mostly two people: Ana and Ann.
        let meant = NearestName.closest(to: key, in: names).flatMap {
            key.count > 4 || $0.lowercased() == key.lowercased() ? $0 : nil
        }
        guard participantTable.declared > 0 || meant != nil else {
            guard sides.senders.count == 2, conversation.kind != .group else { return }
            let senders = sides.senders.map { participantTable.participants[$0].name }
            return fields.diagnostics.warn(
                Warning(
                    .unknownSender, at: "/me",
                    "no message is from \(FieldReader.quoted(key)), so all are on the left; the "
                        + "senders are \(senders.joined(separator: " and "))"))
        }
        let group = participantTable.declared > 0 ? "participants" : "senders"
        fields.diagnostics.warn(
            Warning(
                .unknownSender, at: "/me",
                "\(FieldReader.quoted(key)) is not among the \(group)"
                    + (meant.map { "; did you mean \(FieldReader.quoted($0))?" } ?? ""),
                meant: meant))
    }

    private mutating func warnOfGuess(_ detail: String) {
        fields.diagnostics.warn(Warning(.guessedSides, at: "/me", detail))
    }

    private mutating func inferKind() {
        if sides.hasRoles, !settings.hasService { conversation.service = .assistant }
        guard !settings.hasKind else { return }
        if conversation.service == .assistant {
            conversation.kind = .assistant
        } else {
            conversation.kind = participantTable.participants.count > 2 ? .group : .direct
        }
    }
}
