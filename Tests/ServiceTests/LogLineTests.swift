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
        ("POST /render.png?scale=2&sharp=true", "/render.png?scale=2&…"),
        ("POST /render?m=Meet+me", "/render?…"), ("POST /render?hello", "/render?…"),
        ("POST /render?messages=[\"Meet+me\"]&format=pdf", "/render?…&format=pdf"),
        ("POST /render.pdf?redact=Ana&title=Meet+me", "/render.pdf?…&title=…"),
        ("POST /render.pdf?password=hunter2", "/render.pdf?…"),
        ("POST /render.pdf?output.password=hunter2", "/render.pdf?…"),
        ("POST /render?scale=Meet&kind=group&format=Ana", "/render?scale=…&kind=group&format=…"),
        ("POST /validate?theme=Meet+me&after=Ana", "/validate?theme=…&after=…"),
        ("GET /render.bmp?m=Meet+me", "/render.…"),
        ("GET /%72ender.png?m=Meet+me", "/render.png/…"),
        ("GET http://a/render.png?m=Meet+me", "/render.png/…"),
        ("GET /render?m=Meet+me", "/render"),
        ("GET /rendr.png?m=Meet+me", "/rendr.png"), ("GET /rendr.png/WyJIaSJd", "/rendr.png/…"),
        ("OPTIONS *", "*"), ("OPTIONS /themes?x", "/themes"),
        ("GET /themes/sms?mode=dark", "/themes/sms?mode=…"),
    ])
    func messagesAndSignaturesAreNotLogged(line: String, target: String) throws {
        let head = try HeldService.request(line).head
        #expect(head.loggedTarget(Route(path: head.target.path)) == target)
    }

    @Test(arguments: [
        ("/messages/0/at", "/messages/0/at"), ("/messages/12/Meet me/text", "/messages/12/…/text"),
        ("/participants/1/name", "/participants/1/name"), ("/Zoe", "/…"), ("/٣", "/…"),
        ("/output/page/size", "/output/page/size"),
    ])
    func pointersHaveNoTextOfTheCaller(pointer: String, logged: String) {
        #expect(pointer.loggedPointer == logged)
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
