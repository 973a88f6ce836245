import JSON

extension ConversationDecoder {
    /// Reads a field for content other than text and attachments.
    mutating func readContent(
        _ key: String, _ details: inout MessageDetails
    ) throws(ConversationError) -> Bool {
        switch key {
        case "subject": details.subject = try fields.line()
        case "poll": details.poll = try fields.poll()
        case "location": details.location = try readLocation()
        case "contact": details.contact = try fields.contact()
        case "link": details.link = try readLink()
        case "call": details.call = try fields.call()
        case "system": details.system = try fields.system()
        case "payment": details.payment = try fields.payment()
        case "unread": details.unread = try fields.int(0...1_000_000_000)
        case "effect": details.effect = try fields.line()
        case "translation": details.translation = try fields.translation()
        default: return false
        }
        return true
    }

    private mutating func readLocation() throws(ConversationError) -> Location? {
        guard try fields.beginObject() else { return nil }
        var location = Location()
        while let key = try fields.nextKey() {
            switch key {
            case "lat", "latitude": location.latitude = try fields.double(-90...90)
            case "lon", "lng", "longitude": location.longitude = try fields.double(-180...180)
            case "name": location.name = try fields.line()
            case "address": location.address = try fields.nonEmptyText()
            case "live": location.isLive = try fields.flag()
            case "picture", "image": location.picture = try readPicture()
            default: try fields.unknown(key)
            }
        }
        return location
    }

    /// Reads a picture that accompanies text. A missing picture is ignored.
    private mutating func readPicture() throws(ConversationError) -> MediaIndex? {
        switch try mediaStore.source(from: &fields) {
        case .media(let index): index
        case .missing, .remote, nil: nil
        }
    }

    private mutating func readLink() throws(ConversationError) -> LinkPreview? {
        guard try fields.peek() == .object else {
            return try fields.line().map(LinkPreview.init)
        }
        guard try fields.beginObject() else { return nil }
        var link = LinkPreview(url: "")
        while let key = try fields.nextKey() {
            switch key {
            case "url": link.url = try fields.line() ?? ""
            case "title": link.title = try fields.line()
            case "description": link.summary = try fields.nonEmptyText()
            case "site": link.site = try fields.line()
            case "image": link.picture = try readPicture()
            default: try fields.unknown(key)
            }
        }
        return link == LinkPreview(url: "") ? nil : link
    }

    mutating func readReactions() throws(ConversationError) -> [Reaction] {
        guard try fields.beginArray() else { return [] }
        var reactions: [Reaction] = []
        while try fields.nextElement() {
            guard try fields.peek() == .object else {
                if let emoji = try fields.line() { reactions.append(Reaction(emoji: emoji)) }
                continue
            }
            if let reaction = try readReaction() { reactions.append(reaction) }
        }
        return reactions
    }

    private mutating func readReaction() throws(ConversationError) -> Reaction? {
        guard try fields.beginObject() else { return nil }
        var reaction = Reaction(emoji: "")
        var count: Int?
        while let key = try fields.nextKey() {
            switch key {
            case "emoji", "name": reaction.emoji = try fields.line() ?? reaction.emoji
            case "count": count = try fields.int(1...1_000_000_000)
            case "by": reaction.by = try fields.lines()
            case "image", "src": reaction.picture = try readPicture()
            case "mine", "me", "is_mine": reaction.isMine = try fields.flag()
            default: try fields.unknown(key)
            }
        }
        guard !reaction.emoji.isEmpty || reaction.picture != nil else {
            try fields.diagnostics.reject(FieldFault(at: fields.pointer + "/emoji", .missing))
            return nil
        }
        reaction.count = count ?? max(1, reaction.by.count)
        return reaction
    }
}
