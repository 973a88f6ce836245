import Basics
import Model

/// Writes Markdown that CommonMark readers show as intended.
///
/// Message texts are block quotes, so that no heading, list or rule in them affects the rest of the
/// document.
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
        // Dates are in the conversation's zone, like the times below.
        if let time, time.prefix(10) != day {
            day = String(time.prefix(10))
            bytes.append(block: "## " + day)
        }
        let sender = words.sender(of: message).map { "**" + Markdown.commonLine($0) + "**" }
        let head = words.joined([words.number(of: message), sender, time], by: " · ")
        bytes.append(block: head.isEmpty ? "–" : Self.opened(head))
        list(words.before(message), &bytes)
        let said = Markdown.commonText(of: words.body(of: message), words.budget)
        if !said.isEmpty {
            bytes.append(said, after: "> ", then: "> ")
            bytes.append(0x0A)
        }
        list(words.after(message), &bytes)
    }

    func writeRemarks(_ remarks: [String], to bytes: inout [UInt8]) {
        for remark in remarks { bytes.append(block: "*" + Markdown.commonLine(remark) + "*") }
    }

    /// Escapes "#12", which could be read as a heading.
    private static func opened(_ head: String) -> String {
        head.hasPrefix("#") ? "\\" + head : head
    }

    private func list(_ remarks: [String], _ bytes: inout [UInt8]) {
        guard !remarks.isEmpty else { return }
        for remark in words.budget.checked(remarks) {
            let rich = RichText(remark, LinkFinder.links(in: remark))
            let text = Markdown.commonText(of: [.paragraph(rich)], words.budget)
            bytes.append(text, after: "- ", then: "  ")
        }
        bytes.append(0x0A)
    }
}

extension [UInt8] {
    fileprivate mutating func append(block: String) {
        append(contentsOf: block.utf8)
        append(contentsOf: [0x0A, 0x0A])
    }
}
