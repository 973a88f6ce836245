import Basics
import Layout
import Model
import Themes

/// Writes plain text for people and language models.
///
/// Only messages begin at the margin. Message texts are indented by four spaces, and remarks begin
/// with a sign, so that no text can be mistaken for another person's message.
struct PlainWriter: MessageWriter {
    var words: MessageWords
    let head: DocumentHead

    private static let said = "    "
    private static let remarkPrefix = "  · "
    private static let remarkIndent = "  | "

    func begin(_ bytes: inout [UInt8]) {
        if let title = head.title { bytes.append(line: title) }
        for line in head.lines { bytes.append(line: line) }
        if !bytes.isEmpty { bytes.append(0x0A) }
    }

    mutating func write(_ message: Message, to bytes: inout [UInt8]) {
        let time = words.time(message.at).map { "[" + $0 + "]" }
        let head = words.joined(
            [words.number(of: message), time, words.sender(of: message)], by: " ")
        bytes.append(line: head.isEmpty ? "–" : head)
        for remark in words.before(message) { write(remark, &bytes) }
        PlainBody(words).write(words.body(of: message), Self.said, to: &bytes)
        for link in words.links(in: message) { write(words.phrases[.link] + ": " + link, &bytes) }
        for remark in words.budget.checked(words.after(message)) { write(remark, &bytes) }
    }

    func writeRemarks(_ remarks: [String], to bytes: inout [UInt8]) {
        for remark in remarks { bytes.append(line: remark) }
    }

    private func write(_ remark: String, _ bytes: inout [UInt8]) {
        bytes.append(remark, after: Self.remarkPrefix, then: Self.remarkIndent)
    }
}

struct PlainBody {
    private let budget: WorkBudget

    init(_ words: MessageWords) { budget = words.budget }

    func write(_ blocks: [TextBlock], _ margin: String, to bytes: inout [UInt8]) {
        for block in budget.checked(blocks) { write(block, margin, to: &bytes) }
    }

    private func write(_ block: TextBlock, _ margin: String, to bytes: inout [UInt8]) {
        switch block {
        case .paragraph(let rich), .heading(_, let rich):
            bytes.append(rich.text, after: margin, then: margin)
        case .code(_, let text): bytes.append(text, after: margin, then: margin)
        case .quote(let blocks):
            write(blocks, margin + "> ", to: &bytes)
        case .list(let start, let items):
            for (index, item) in budget.checked(items.enumerated()) {
                let task = item.isDone.map { $0 ? "[x] " : "[ ] " } ?? ""
                let sign = (start.map { "\($0 &+ index). " } ?? "- ") + task
                write(
                    item.blocks, after: margin + sign, then: margin + Self.blanks(sign), to: &bytes)
            }
        case .table(_, let header, let rows):
            for row in budget.checked([header] + rows) {
                // A line end would separate a cell from its row.
                let cells = row.map { $0.text.replacing("\n", with: " ") }
                bytes.append(cells.joined(separator: "\t"), after: margin, then: margin)
            }
        case .rule: bytes.append(line: margin + "---")
        }
    }

    /// The first block begins after the item's sign.
    private func write(
        _ blocks: [TextBlock], after first: String, then margin: String, to bytes: inout [UInt8]
    ) {
        guard let lead = blocks.first else { return bytes.append(line: first) }
        switch lead {
        case .paragraph(let rich), .heading(_, let rich):
            bytes.append(rich.text, after: first, then: margin)
            write(Array(blocks.dropFirst()), margin, to: &bytes)
        case .code, .quote, .list, .table, .rule:
            bytes.append(line: first)
            write(blocks, margin, to: &bytes)
        }
    }

    private static func blanks(_ sign: String) -> String {
        String(repeating: " ", count: sign.utf8.count)
    }
}

extension [UInt8] {
    /// Line ends in the text become spaces.
    mutating func append(line: String) {
        append(contentsOf: line.utf8.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        append(0x0A)
    }

    mutating func append(_ text: String, after first: String, then margin: String) {
        append(contentsOf: first.utf8)
        for byte in text.utf8 {
            append(byte)
            if byte == 0x0A { append(contentsOf: margin.utf8) }
        }
        append(0x0A)
    }
}
