import Foundation
import HTTP
import Testing

@testable import Service

@Suite struct LogLineTests {
    @Test(arguments: [
        ("GET /render.png?m=Meet+me&sig=abc", "/render.png/…"),
        ("GET /render.png/WyJIaSJd", "/render.png/…"),
        ("OPTIONS /render.svg/WyJIaSJd", "/render.svg/…"),
        ("DELETE /render.png?m=Meet+me&sig=abc", "/render.png/…"),
        ("PUT /render.png?m=Meet+me", "/render.png/…"),
        ("POST /render.png/WyJIaSJd", "/render.png/…"),
        ("POST /render.png?m.ben=Meet+me", "/render.png/…"),
        ("POST /render.png?sig=abc", "/render.png/…"),
        ("POST /render.png?theme=whatsapp", "/render.png?theme=whatsapp"),
        ("GET /render.bmp?m=Meet+me", "/render.…"),
        ("GET /%72ender.png?m=Meet+me", "/render.png/…"),
        ("GET http://a/render.png?m=Meet+me", "/render.png/…"),
        ("GET /render?m=Meet+me", "/render"),
        ("GET /rendr.png?m=Meet+me", "/rendr.png"), ("GET /rendr.png/WyJIaSJd", "/rendr.png/…"),
        ("OPTIONS *", "*"), ("OPTIONS /themes?x", "/themes"),
        ("GET /themes/sms?mode=dark", "/themes/sms?mode=dark"),
    ])
    func messagesAndSignaturesAreNotLogged(line: String, target: String) throws {
        let head = try HeldService.request(line).head
        #expect(head.loggedTarget(Route(path: head.target.path)) == target)
    }

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
