import Basics

/// One entry of a conversation. There may be millions of messages: common fields are packed
/// closely, and rare fields take no space if absent.
package struct Message: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case message, system, call, note
        /// A typing indicator: three dots in a bubble.
        case typing
        /// The divider before unread messages.
        case unread
        /// An unknown kind, drawn as a bubble with its name.
        case unknown(String)

        /// In a request.
        package var name: String {
            switch self {
            case .message: "message"
            case .system: "system"
            case .call: "call"
            case .note: "note"
            case .typing: "typing"
            case .unread: "unread"
            case .unknown(let kind): kind
            }
        }
    }

    package enum Status: String, Sendable, CaseIterable {
        case sending, sent, delivered, read, played, failed
    }

    package enum Direction: String, Sendable, CaseIterable { case auto, ltr, rtl }

    // The fields are ordered so that no padding is necessary.
    package var at: Moment?
    package var status: Status?
    package var direction: Direction = .auto
    private var text = Text.blocks([])
    private var plainKind = PlainKind.message
    private var place: Int32 = 0
    private var writer: Int32 = -1
    package var id: String?
    package var attachments: [Attachment] = []
    private var rare: Box<UncommonFields>?

    package init() {}

    package var details: MessageDetails {
        get { rare?.value.details?.value ?? MessageDetails() }
        set { setRare { $0.details = newValue == MessageDetails() ? nil : Box(newValue) } }
    }

    /// Shares the details of another message, which take no memory of their own.
    package mutating func share(detailsOf other: Message) { rare = other.rare }

    package var hasDetails: Bool { rare?.value.details != nil }

    /// The message's number in the whole conversation, counted from 1. Filters do not change the
    /// number. Set when a request is prepared, 0 before.
    package var number: Int {
        get { Int(place) }
        set { place = Int32(clamping: newValue) }
    }

    package var from: ParticipantIndex? {
        get { writer < 0 ? nil : Int(writer) }
        set { writer = newValue.map { Int32(clamping: $0) } ?? -1 }
    }

    package var kind: Kind {
        get {
            switch plainKind {
            case .message: .message
            case .system: .system
            case .call: .call
            case .note: .note
            case .typing: .typing
            case .unread: .unread
            case .unknown: .unknown(rare?.value.kind ?? "")
            }
        }
        set {
            var name: String?
            switch newValue {
            case .message: plainKind = .message
            case .system: plainKind = .system
            case .call: plainKind = .call
            case .note: plainKind = .note
            case .typing: plainKind = .typing
            case .unread: plainKind = .unread
            case .unknown(let unknown): (plainKind, name) = (.unknown, unknown)
            }
            if name != nil || rare?.value.kind != nil { setRare { $0.kind = name } }
        }
    }

    package var body: [TextBlock] {
        get {
            switch text {
            case .line(let line): [.paragraph(RichText(line))]
            case .blocks(let blocks): blocks
            }
        }
        set { text = Text(newValue) }
        // In place: an importer appends to the body a thousand times.
        _modify {
            var blocks = body
            text = .blocks([])
            defer { text = Text(blocks) }
            yield &blocks
        }
    }

    /// Nil unless the body is a single paragraph, as in most messages.
    package var paragraph: RichText? {
        switch text {
        case .line(let line): return RichText(line)
        case .blocks(let blocks):
            guard blocks.count == 1, case .paragraph(let paragraph) = blocks[0] else { return nil }
            return paragraph
        }
    }

    /// The equivalent of `!body.isEmpty`, without creating blocks.
    package var hasBody: Bool {
        switch text {
        case .line: true
        case .blocks(let blocks): !blocks.isEmpty
        }
    }

    /// A BCP 47 tag.
    package var language: String? {
        get { rare?.value.language }
        set { setRare { $0.language = newValue } }
    }

    private mutating func setRare(_ change: (inout UncommonFields) -> Void) {
        var changed = rare?.value ?? UncommonFields()
        change(&changed)
        rare = changed == UncommonFields() ? nil : Box(changed)
    }

    private struct UncommonFields: Sendable, Equatable {
        /// Stored on the heap: checking for details must not copy them.
        var details: Box<MessageDetails>?
        var language: String?
        var kind: String?
    }

    /// In bytes, approximately, without the message itself.
    private var bodyMemory: Int {
        switch text {
        case .line(let line): RichText(line).memory
        case .blocks(let blocks): blocks.isEmpty ? 0 : TextBlock.memory(of: blocks)
        }
    }

    private enum PlainKind: UInt8 { case message, system, call, note, typing, unread, unknown }

    /// A single paragraph, as in most messages, is stored without blocks, which takes a quarter of
    /// the memory.
    private enum Text: Sendable, Equatable {
        case line(String)
        case blocks([TextBlock])

        init(_ blocks: [TextBlock]) {
            guard blocks.count == 1, case .paragraph(let paragraph) = blocks[0],
                paragraph.entities.isEmpty
            else {
                self = .blocks(blocks)
                return
            }
            self = .line(paragraph.text)
        }
    }
}

extension Message {
    /// The size of a message in an array. While an array doubles, the old and the new one exist
    /// together. When it has stopped growing, one of the two sizes counted in `memory` is released.
    package static var place: Int { MemoryLayout<Message>.stride }

    /// The approximate memory footprint in bytes, including the message's share of an array that
    /// grows by doubling.
    package var memory: Int {
        var bytes = 2 * Self.place + 2 * (id?.utf8.count ?? 0) + bodyMemory
        bytes += attachments.count * MemoryLayout<Attachment>.stride
        if hasDetails { bytes += MemoryLayout<MessageDetails>.size }
        return bytes
    }
}

extension Conversation {
    /// An approximation for writing into an array that grows by doubling.
    package func jsonBytes(includingMedia: Bool) -> Int {
        let media = includingMedia ? media.reduce(0) { $0 + $1.bytes.count * 3 } : 0
        return messages.reduce(media) { $0 + 2 * $1.jsonBytes }
    }
}

extension Message {
    fileprivate var jsonBytes: Int {
        40 + bodyMemory + attachments.count * 200 + (hasDetails ? 200 : 0)
    }
}
