package import Basics
package import Layout
package import Model
package import Themes

/// A conversation as text for readers, spreadsheets and programs, without a theme. It is written
/// message by message, so that no long document is in memory as a whole.
package struct TextDocument {
    package enum Form: Sendable, Hashable, CaseIterable {
        case plain, markdown, csv, mailbox
    }

    private let conversation: Conversation
    private let budget: WorkBudget
    private var writer: any MessageWriter

    private static let piece = 64 << 10

    package init(
        _ conversation: Conversation, as form: Form, options: Options,
        language: InterfaceLanguage, part: PartNumber? = nil, budget: WorkBudget
    ) {
        self.conversation = conversation
        self.budget = budget
        var words = MessageWords(
            conversation, options: options, language: language, budget: budget)
        words.showGaps()
        let head = DocumentHead(words, part: part)
        writer =
            switch form {
            case .plain: PlainWriter(words: words, head: head)
            case .markdown: MarkdownWriter(words: words, head: head)
            case .csv: TableWriter(words: words)
            case .mailbox: MailboxWriter(words: words)
            }
    }

    /// - Parameter check: called for every message. Writing stops when it throws.
    package mutating func write(
        to sink: ByteSink, check: (_ bytes: Int) throws -> Void
    ) throws {
        var bytes: [UInt8] = []
        writer.begin(&bytes)
        for message in conversation.messages where writer.words.isShown(message) {
            // The message is in memory several times: its text, the escaped text and the piece.
            let room = 6 * message.memory
            try check(room)
            defer { budget.release(room) }
            let gaps = writer.words.gaps(before: message.number)
            writer.writeRemarks(gaps, to: &bytes)
            try writer.write(message, to: &bytes)
            guard bytes.count >= Self.piece else { continue }
            try sink.write(bytes)
            bytes.removeAll(keepingCapacity: bytes.count < 4 * Self.piece)
        }
        let gaps = writer.words.gaps(before: nil)
        writer.writeRemarks(gaps, to: &bytes)
        try check(0)
        if !bytes.isEmpty { try sink.write(bytes) }
    }
}

protocol MessageWriter {
    var words: MessageWords { get set }
    mutating func begin(_ bytes: inout [UInt8])
    mutating func write(_ message: Message, to bytes: inout [UInt8]) throws
    /// Formats for programs, such as tables and mails, have no remarks.
    func writeRemarks(_ remarks: [String], to bytes: inout [UInt8])
}

extension MessageWriter {
    func writeRemarks(_ remarks: [String], to bytes: inout [UInt8]) {}
}

struct DocumentHead {
    let title: String?
    let lines: [String]

    init(_ words: MessageWords, part: PartNumber?) {
        let conversation = words.conversation
        let phrases = words.phrases
        title = conversation.title.flatMap { $0.isEmpty ? nil : $0 }
        let times = conversation.messages.lazy.compactMap(\.at)
        let naive = times.count { $0.offset == nil }
        var lines = [part.map { phrases.part($0.number, of: $0.count) }, conversation.subtitle]
        if !times.isEmpty { lines.append(phrases[.factZone] + ": " + conversation.timeZone) }
        if naive > 0 {
            lines.append(phrases.withoutOffset(naive, zone: conversation.timeZone))
        }
        self.lines = lines.compactMap { $0 }.filter { !$0.isEmpty }
    }
}
