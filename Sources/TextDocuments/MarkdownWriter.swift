import Conversation
import Markup
import Resources

/// Markdown that a reader of CommonMark shows as it was said.
///
/// What somebody said stands in a quotation, so that no heading, list or rule of theirs reaches out
/// of it.
struct MarkdownWriter: MessageWriter {
    var words: MessageWords
    let head: DocumentHead
    private var day = ""

    init(words: MessageWords, head: DocumentHead) {
        self.words = words
        self.head = head
    }

    func begin(_ bytes: inout [UInt8]) {
        if let title = head.title { bytes.append(block: "# " + Markdown.commonLine(title)) }
        let lines = head.lines.map { Markdown.commonLine($0) }
        if !lines.isEmpty { bytes.append(block: lines.joined(separator: "\\\n")) }
    }

    mutating func write(_ message: Message, to bytes: inout [UInt8]) {
        let time = words.time(message.at)
        // Days as the reader's zone has them, like the times below.
        if let time, time.prefix(10) != day {
            day = String(time.prefix(10))
            bytes.append(block: "## " + day)
        }
        let sender = words.sender(of: message).map { "**" + Markdown.commonLine($0) + "**" }
        let head = words.joined([words.number(of: message), sender, time], by: " · ")
        bytes.append(block: head.isEmpty ? "–" : Self.opened(head))
        list(words.before(message), &bytes)
        let said = Markdown.commonText(of: words.body(of: message), words.allowance)
        if !said.isEmpty {
            bytes.append(said, after: "> ", then: "> ")
            bytes.append(0x0A)
        }
        list(words.after(message), &bytes)
    }

    func tell(_ remarks: [String], to bytes: inout [UInt8]) {
        for remark in remarks { bytes.append(block: "*" + Markdown.commonLine(remark) + "*") }
    }

    /// "#12" would be a heading's sign, were it followed by a blank.
    private static func opened(_ head: String) -> String {
        head.hasPrefix("#") ? "\\" + head : head
    }

    private func list(_ remarks: [String], _ bytes: inout [UInt8]) {
        guard !remarks.isEmpty else { return }
        for remark in words.allowance.through(remarks) {
            let rich = RichText(remark, LinkFinder.links(in: remark))
            let text = Markdown.commonText(of: [.paragraph(rich)], words.allowance)
            bytes.append(text, after: "- ", then: "  ")
        }
        bytes.append(0x0A)
    }
}

extension [UInt8] {
    /// A text and an empty line.
    fileprivate mutating func append(block: String) {
        append(contentsOf: block.utf8)
        append(contentsOf: [0x0A, 0x0A])
    }
}
