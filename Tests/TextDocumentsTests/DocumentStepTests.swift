import Basics
import Model
import Synchronization
import TestSupport
import Testing

@testable import TextDocuments

/// Writing one message checks its budget along the way and stops when it is used up.
@Suite struct DocumentStepTests {
    private struct Stopped: Error {}

    /// Bytes written for a message and checks made, when the work stops at the given check.
    private func written(
        _ message: String, _ form: TextDocument.Form, until last: Int = .max
    ) throws -> (bytes: Int, checks: Int) {
        let checks = Mutex(0)
        let request = try ConversationDecoder.decode(
            Array("{\"messages\": [\(message)]}".utf8))
        var document = TextDocument(
            try request.prepared().conversation, as: form, options: request.options,
            language: Languages.of("en"),
            budget: WorkBudget { bytes in
                checks.withLock { checks in
                    checks += bytes == 0 ? 1 : 0
                    return checks <= last
                }
            })
        let sink = ByteSink()
        // The caller checks again at the end, so a document cut off in the middle is never used as
        // complete.
        let isOver = { checks.withLock { $0 } > last }
        if last == .max {
            try document.write(to: sink) { _ in }
        } else {
            #expect(throws: Stopped.self) {
                try document.write(to: sink) { _ in if isOver() { throw Stopped() } }
            }
        }
        return (sink.bytes.count, checks.withLock { $0 })
    }

    static let messages: [String] = [
        #"{"from": "a", "text": "x", "edited": {"history": [\#(many("\"old\"", ", "))]}}"#,
        #"{"from": "a", "format": "markdown", "text": "|a|b|\n|-|-|\n\#(many(#"|c|d|\n"#))"}"#,
        #"{"from": "a", "format": "markdown", "text": "\#(many(#"- a\n"#))"}"#,
        #"{"from": "a", "attachments": [\#(many(#"{"kind": "file", "name": "a.txt"}"#, ", "))]}"#,
    ]

    private static func many(_ part: String, _ separator: String = "") -> String {
        Array(repeating: part, count: 4_000).joined(separator: separator)
    }

    @Test(arguments: TextDocument.Form.allCases, 0..<messages.count)
    func checksTheAllowanceWhileWriting(form: TextDocument.Form, index: Int) throws {
        let message = Self.messages[index]
        let whole = try written(message, form)
        #expect(whole.checks >= 4_000 / 256)
        let cut = try written(message, form, until: 3)
        #expect(cut.checks < whole.checks / 2)
        #expect(cut.bytes <= whole.bytes)
    }
}
