package import Compression
package import Conversation
package import Resources
package import Words

/// A conversation written down for readers, spreadsheets and programs, without a look: message by
/// message, so that a long one is never held whole.
package struct TextDocument {
    package enum Form: Sendable, Hashable, CaseIterable {
        case plain, markdown, csv, mailbox
    }

    /// Which of how many documents it is.
    package struct Part: Sendable {
        let number: Int
        let count: Int

        package init(_ number: Int, of count: Int) {
            self.number = number
            self.count = count
        }
    }

    private let conversation: Conversation
    private let allowance: Allowance
    private var writer: any MessageWriter

    /// Bytes after which a piece leaves.
    private static let piece = 64 << 10

    package init(
        _ conversation: Conversation, as form: Form, options: Options,
        language: InterfaceLanguage, part: Part? = nil, allowance: Allowance
    ) {
        self.conversation = conversation
        self.allowance = allowance
        var words = MessageWords(
            conversation, options: options, language: language, allowance: allowance)
        words.tellGaps()
        let head = DocumentHead(words, part: part)
        writer =
            switch form {
            case .plain: PlainWriter(words: words, head: head)
            case .markdown: MarkdownWriter(words: words, head: head)
            case .csv: TableWriter(words: words)
            case .mailbox: MailboxWriter(words: words)
            }
    }

    /// - Parameter check: asked at every message; whoever it throws to is told nothing more.
    package mutating func write(
        to sink: inout some ByteSink, check: (_ bytes: Int) throws -> Void
    ) throws {
        var bytes: [UInt8] = []
        writer.begin(&bytes)
        for message in conversation.messages where writer.words.isTold(message) {
            // Its text stands here as it is, with its signs, and in a piece.
            let room = 6 * message.memory
            try check(room)
            defer { allowance.givesBack(room) }
            let gaps = writer.words.gaps(before: message.number)
            writer.tell(gaps, to: &bytes)
            try writer.write(message, to: &bytes)
            guard bytes.count >= Self.piece else { continue }
            try sink.write(bytes)
            bytes.removeAll(keepingCapacity: bytes.count < 4 * Self.piece)
        }
        let gaps = writer.words.gaps(before: nil)
        writer.tell(gaps, to: &bytes)
        try check(0)
        if !bytes.isEmpty { try sink.write(bytes) }
    }
}

/// Writes messages one after the other in one form.
protocol MessageWriter {
    var words: MessageWords { get set }
    mutating func begin(_ bytes: inout [UInt8])
    mutating func write(_ message: Message, to bytes: inout [UInt8]) throws
    /// Writes what is said between messages; programs that read tables and mails expect none.
    func tell(_ remarks: [String], to bytes: inout [UInt8])
}

extension MessageWriter {
    func tell(_ remarks: [String], to bytes: inout [UInt8]) {}
}
