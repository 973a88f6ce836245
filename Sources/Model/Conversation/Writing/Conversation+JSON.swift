package import Basics

extension Conversation {
    /// In the request format, so that an import can be stored, edited and sent back.
    ///
    /// Decoding the result yields the same conversation, except for what the format cannot express.
    /// A Markdown table has no underline. A file shown by several messages is written for each of
    /// them.
    ///
    /// - Parameters:
    ///   - fileNames: the names of media stored beside the JSON instead of inside.
    ///   - budget: stops writing when it is exhausted. The caller checks it again.
    package func json(
        pretty: Bool = false, includingMedia: Bool = true, fileNames: [MediaIndex: String] = [:],
        budget: WorkBudget = .unlimited
    ) -> [UInt8] {
        var writer = ConversationWriter(
            self, pretty: pretty, includingMedia: includingMedia, fileNames: fileNames,
            budget: budget)
        writer.write(inPieces: .max) { _ in }
        return writer.json.bytes
    }

    /// For editing. Passes each piece to `take` as soon as it is complete, so that only one is in
    /// memory. A piece ends with a message or the end.
    package func writeJSON<Failure: Error>(
        inPieces size: Int = 1 << 18, to take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = ConversationWriter(
            self, pretty: true, includingMedia: true, budget: .unlimited)
        try writer.write(inPieces: size, to: take)
        try writer.json.drain(into: take)
    }
}

/// Writes a conversation in the format that the decoder reads.
struct ConversationWriter {
    let conversation: Conversation
    private let includesMedia: Bool
    private let fileNames: [MediaIndex: String]
    let budget: WorkBudget
    var json: JSONWriter
    private var clock: Clock
    private var idByName: [String: String] = [:]
    private var nameByID: [String: String] = [:]

    init(
        _ conversation: Conversation, pretty: Bool, includingMedia: Bool,
        fileNames: [MediaIndex: String] = [:], budget: WorkBudget
    ) {
        self.fileNames = fileNames
        self.budget = budget
        self.conversation = conversation
        includesMedia = includingMedia
        json = JSONWriter(pretty: pretty)
        clock = Clock(zone: conversation.timeZone) ?? Clock()
        for participant in conversation.participants {
            idByName[participant.name] = idByName[participant.name] ?? participant.id
            nameByID[participant.id] = nameByID[participant.id] ?? participant.name
        }
    }

    /// Passes the text to `take` whenever it has reached this size. The rest remains in `json`.
    mutating func write<Failure: Error>(
        inPieces size: Int, to take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        open()
        let me = conversation.me.map { conversation.participants[$0].id }
        var head = RequestHead(conversation: conversation, me: me)
        RequestHead.fields.put(&self, &head)
        openArray("messages")
        for message in budget.checked(conversation.messages) {
            write(message)
            if json.bytes.count >= size { try json.drain(into: take) }
        }
        closeArray()
        close()
    }

    // MARK: - Common members

    mutating func open(_ key: String? = nil) {
        if let key { json.key(key) }
        json.beginObject()
    }

    mutating func close() { json.endObject() }

    mutating func openArray(_ key: String) {
        json.key(key)
        json.beginArray()
    }

    mutating func closeArray() { json.endArray() }

    /// Writes the member only if it is true.
    mutating func flag(_ key: String, _ value: Bool) {
        if value { json.member(key, true) }
    }

    /// Writes the member only if it is not empty.
    mutating func texts(_ key: String, _ values: [String]) {
        if !values.isEmpty { json.member(key, values) }
    }

    mutating func names(_ key: String, _ names: [String]) { texts(key, names.map(reference)) }

    mutating func name(_ key: String, _ name: String?) {
        json.member(key, optional: name.map(reference))
    }

    /// The ID if the name is another participant's ID, so that the decoder finds the participant.
    private func reference(_ name: String) -> String {
        guard let other = nameByID[name], other != name else { return name }
        return idByName[name] ?? name
    }

    /// Writes the ID of another message, or that of the message at an index.
    mutating func reference(_ key: String, _ id: String?, _ index: Int?) {
        json.member(key, optional: id ?? index.flatMap { conversation.messages[$0].id })
    }

    func includes(_ index: MediaIndex) -> Bool { includesMedia || fileNames[index] != nil }

    mutating func media(_ key: String, _ index: MediaIndex?) {
        guard let index else { return }
        if let name = fileNames[index] {
            open(key)
            json.member("file", name)
            close()
        } else if includesMedia {
            open(key)
            json.member("data", Base64.text(of: conversation.media[index].bytes))
            close()
        }
    }

    /// Writes a time as it was originally written: with its offset, or as local time of the
    /// conversation's zone.
    mutating func time(_ key: String, _ moment: Moment?) {
        guard let moment else { return }
        if moment.offset != nil { return json.member(key, moment.text) }
        let (seconds, _) = moment.milliseconds.flooredQuotient(by: 1000)
        let local = moment.milliseconds + clock.offset(at: seconds) * 1000
        // A local time that occurs twice can only be written as a number.
        let civil = CivilTime(milliseconds: local)
        guard 0...9999 ~= civil.year, clock.moment(.local(local)) == moment else {
            return json.member(key, Int(moment.milliseconds))
        }
        let time = TimeDigits(civil)
        json.member(key, ascii: time.digits.span.extracting(..<time.count))
    }
}

extension ConversationWriter {
    mutating func write(_ message: Message) {
        open()
        var draft = MessageDraft(message: message)
        MessageDraft.ownFields.put(&self, &draft)
        if message.hasDetails {
            draft.details = message.details
            MessageDetails.fields.put(&self, &draft.details)
        }
        close()
    }

    mutating func kind(of message: Message) {
        // Without an explicit kind, these members would make the message a system message or a
        // call.
        let details = message.details
        guard
            message.kind != .message || details.system != nil || details.call != nil
                || details.unread != nil
        else { return }
        json.member("kind", message.kind.name)
    }

    mutating func write(body: [TextBlock]) {
        if let marked = MarkedText(body) { return write(marked) }
        let text = Markdown.text(of: body, budget)
        // Marks are used if Markdown cannot represent the whole body.
        if Markdown.blocks(text, budget) != body,
            let marked = MarkedText(body, hasAllBlocks: true)
        {
            return write(marked)
        }
        json.member("text", text)
        json.member("format", TextFormat.markdown.rawValue)
    }

    private mutating func write(_ marked: MarkedText) {
        json.member("text", marked.text)
        guard !marked.marks.isEmpty else { return }
        openArray("entities")
        for mark in budget.checked(marked.marks) {
            object(nil, EntityDraft(mark, in: marked.text))
        }
        closeArray()
    }
}

/// A body as plain text with marks, outer ones first. Nil if the body has blocks that marks cannot
/// represent.
private struct MarkedText {
    private(set) var text = ""
    private(set) var marks: [TextMark] = []
    /// Whether headings, lists, rules and consecutive paragraphs are marked as well. Markdown is
    /// easier to edit.
    private let hasAllBlocks: Bool

    init?(_ blocks: [TextBlock], hasAllBlocks: Bool = false) {
        self.hasAllBlocks = hasAllBlocks
        guard append(blocks, isInQuote: false) else { return nil }
    }

    private mutating func append(_ blocks: [TextBlock], isInQuote: Bool) -> Bool {
        var wasParagraph = false
        for (index, block) in blocks.enumerated() {
            if index > 0 { text += "\n" }
            var isParagraph = false
            switch block {
            case .paragraph(let rich):
                guard !rich.isEmpty, hasAllBlocks || !wasParagraph else { return false }
                isParagraph = true
                guard wasParagraph else {
                    append(rich)
                    break
                }
                mark(.paragraph) { $0.append(rich) }
            case .code(let language, let code):
                guard !code.isEmpty else { return false }
                mark(.code(language: language)) { $0.text += code }
            case .quote(let inner):
                guard !isInQuote, !inner.isEmpty,
                    mark(.quote, { $0.append(inner, isInQuote: true) })
                else { return false }
            case .heading(let level, let rich):
                guard hasAllBlocks, !rich.isEmpty else { return false }
                mark(.heading(level: level)) { $0.append(rich) }
            case .list(let start, let items):
                guard hasAllBlocks, mark(.list(start: start), { $0.append(items, isInQuote) })
                else { return false }
            case .rule:
                guard hasAllBlocks else { return false }
                mark(.rule) { $0.text += "---" }
            case .table: return false
            }
            wasParagraph = isParagraph
        }
        return true
    }

    private mutating func append(_ items: [TextBlock.ListItem], _ isInQuote: Bool) -> Bool {
        for (index, item) in items.enumerated() {
            if index > 0 { text += "\n" }
            let isWritten = mark(.item(isDone: item.isDone)) {
                $0.append(item.blocks, isInQuote: isInQuote)
            }
            guard !item.blocks.isEmpty, isWritten else { return false }
        }
        return !items.isEmpty
    }

    /// Adds a mark for the text that `write` appends, before the marks inside.
    private mutating func mark<Result>(
        _ kind: TextMark.Kind, _ write: (inout MarkedText) -> Result
    ) -> Result {
        let place = marks.count
        let start = text.utf8.count
        marks.append(TextMark(start..<start, kind))
        let result = write(&self)
        marks[place].range = start..<text.utf8.count
        return result
    }

    private mutating func append(_ rich: RichText) {
        let start = text.utf8.count
        text += rich.text
        let found = Set(rich.entities.isEmpty ? [] : LinkFinder.links(in: rich.text))
        for entity in rich.entities where !found.contains(entity) {
            let range = entity.range.lowerBound + start..<entity.range.upperBound + start
            marks.append(TextMark(range, .entity(entity.kind)))
        }
    }
}
