import Foundation
import Testing

@testable import Service

@Suite struct LogLineTests {
    @Test(arguments: [
        ("/version", "/version"), ("", "\"\""), ("/render?m=a", "\"/render?m=a\""),
        ("say \"hi\"", "\"say 'hi'\""), ("a\u{1B}[2K\n", "a\u{FFFD}[2K\u{FFFD}"),
        ("Zoë\u{2028}", "Zoë\u{FFFD}"),
        (String(repeating: "é", count: 300), String(repeating: "é", count: 256)),
    ])
    func valuesStayOneWordOfOneLine(value: String, written: String) {
        let line = LogLine(
            time: Date(timeIntervalSince1970: 0), level: .info, event: "request",
            facts: [("target", .text(value))])
        #expect(
            String(decoding: line.text, as: UTF8.self)
                == "1970-01-01T00:00:00.000Z info request target=\(written)\n")
    }
}
