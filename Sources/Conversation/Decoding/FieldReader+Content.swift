import JSON

extension FieldReader {
    /// Reads `true`, or the kinds of content that were redacted earlier.
    mutating func redacted() throws(ConversationError) -> Redacted? {
        var redacted = Redacted()
        switch try peek() {
        case .array: redacted.kinds = try redactedKinds()
        case .object:
            guard try beginObject() else { return nil }
            while let key = try nextKey() {
                switch key {
                case "kinds": redacted.kinds = try redactedKinds()
                case "reason": redacted.reason = try reason()
                default: try unknown(key)
                }
            }
        case .bool, .string, .number, .null: return try flag() ? redacted : nil
        }
        return redacted
    }

    private mutating func redactedKinds() throws(ConversationError) -> [ContentKind] {
        let kinds: [ContentKind] = try choices()
        return ContentKind.allCases.filter(kinds.contains)
    }

    mutating func poll() throws(ConversationError) -> Poll? {
        guard try beginObject() else { return nil }
        var poll = Poll()
        while let key = try nextKey() {
            switch key {
            case "question": poll.question = try line() ?? ""
            case "closed": poll.isClosed = try flag()
            case "total_voters": poll.totalVoters = try count()
            case "options":
                guard try beginArray() else { continue }
                while try nextElement() {
                    if let option = try pollOption() { poll.options.append(option) }
                }
            default: try unknown(key)
            }
        }
        return poll
    }

    private mutating func pollOption() throws(ConversationError) -> Poll.Option? {
        guard try peek() == .object else { return try line().map(Poll.Option.init) }
        guard try beginObject() else { return nil }
        var option = Poll.Option(text: "")
        while let key = try nextKey() {
            switch key {
            case "text": option.text = try line() ?? ""
            case "votes": option.votes = try count()
            case "voters": option.voters = try lines()
            case "chosen": option.isChosen = try flag()
            default: try unknown(key)
            }
        }
        return option
    }

    mutating func contact() throws(ConversationError) -> Contact? {
        var contact = Contact()
        guard try peek() == .object else {
            guard let name = try line() else { return nil }
            contact.name = name
            return contact
        }
        guard try beginObject() else { return nil }
        while let key = try nextKey() {
            switch key {
            case "name": contact.name = try line() ?? ""
            case "phones", "phone": contact.phones += try lines()
            case "emails", "email": contact.emails += try lines()
            default: try unknown(key)
            }
        }
        return contact
    }

    mutating func call() throws(ConversationError) -> Call? {
        guard try beginObject() else { return nil }
        var call = Call()
        while let key = try nextKey() {
            switch key {
            case "video": call.isVideo = try flag()
            case "direction": call.direction = try choice()
            case "outcome": call.outcome = try choice()
            case "duration": call.duration = try duration()
            default: try unknown(key)
            }
        }
        return call
    }

    mutating func system() throws(ConversationError) -> SystemEvent? {
        guard try peek() == .object else { return try line().map(SystemEvent.init) }
        guard try beginObject() else { return nil }
        var event = SystemEvent(action: "")
        while let key = try nextKey() {
            switch key {
            case "action": event.action = try line() ?? ""
            case "actors", "actor": event.actors += try lines()
            case "targets", "target": event.targets += try lines()
            default: try unknown(key)
            }
        }
        return event
    }

    mutating func payment() throws(ConversationError) -> Payment? {
        guard try beginObject() else { return nil }
        var payment = Payment(amount: "")
        while let key = try nextKey() {
            switch key {
            case "amount": payment.amount = try identifier() ?? ""
            case "currency": payment.currency = try line()
            case "note": payment.note = try nonEmptyText()
            case "direction": payment.direction = try choice()
            default: try unknown(key)
            }
        }
        return payment
    }

    mutating func translation() throws(ConversationError) -> Translation? {
        guard try peek() == .object else { return try nonEmptyText().map(Translation.init) }
        guard try beginObject() else { return nil }
        var translation = Translation(text: "")
        while let key = try nextKey() {
            switch key {
            case "lang", "language": translation.language = try language()
            case "text": translation.text = try text() ?? ""
            default: try unknown(key)
            }
        }
        return translation.text.isEmpty ? nil : translation
    }
}
