import Foundation
import Testing

/// The theme of a conversation that names none, or `auto`.
@Suite struct AutomaticLookTests {
    private let service: InProcessService

    init() throws { service = try InProcessService() }

    /// An SVG: it states the position of every element.
    private func drawn(
        _ body: String, _ query: String, type: String = "application/json"
    ) throws -> Data {
        let answer = try service.post(
            Data(body.utf8), to: "/render.svg?" + query, ["Content-Type: \(type)"])
        #expect(answer.status == 200, "\(answer.text.prefix(400))")
        return answer.body
    }

    private func own(_ service: String, theme: String? = nil) -> String {
        let theme = theme.map { #","theme":\#($0)"# } ?? ""
        return """
            {"service":"\(service)","me":"ana"\(theme),
             "messages":[{"from":"ben","text":"Hi"},{"from":"ana","text":"Hello"}]}
            """
    }

    /// A shipped theme lists several fonts; some machines have only the later ones.
    @Test func aModeDoesNotMakeAThemeCustom() throws {
        for look in ["whatsapp", "print", "assistant"] {
            // Paper has no dark mode.
            let mode = look == "print" ? "light" : "dark"
            let answer = try service.post(
                Data(own("irc").utf8), to: "/render.png?theme=\(look)&mode=\(mode)",
                ["Content-Type: application/json"])
            #expect(answer.status == 200)
            #expect(answer.header("Chatprint-Warnings") == "0")
        }
        let own =
            #"{"messages":["Hi"],"theme":{"extends":"print","text":{"body":{"families":["Nobody"]}}}}"#
        let answer = try service.post(
            Data(own.utf8), to: "/render.png", ["Content-Type: application/json"])
        #expect(answer.header("Chatprint-Warnings") == "1")
    }

    private let log = """
        --- Log opened Mon May 01 10:00:00 2023
        10:01 < ana> hello there
        10:02 <@ben> hi

        """

    @Test func exportsUseTheThemeOfTheirApp() throws {
        let plain = try drawn(log, "me=ana", type: "text/plain")
        #expect(try plain == drawn(log, "me=ana&theme=irc", type: "text/plain"))
        #expect(try plain == drawn(log, "me=ana&theme=auto", type: "text/plain"))
        #expect(try plain != drawn(log, "me=ana&theme=imessage", type: "text/plain"))
        let dark = try drawn(log, "me=ana&mode=dark", type: "text/plain")
        #expect(try dark == drawn(log, "me=ana&theme=irc&mode=dark", type: "text/plain"))
    }

    @Test func exportsOfAppsWithoutAThemeUseTheDefault() throws {
        let chat = "Ana: Hi\nBen: Hello\nAna: How are you?\n"
        let plain = try drawn(chat, "me=Ana", type: "text/plain")
        #expect(try plain == drawn(chat, "me=Ana&theme=imessage", type: "text/plain"))
        #expect(try plain == drawn(chat, "me=Ana&theme=auto", type: "text/plain"))
    }

    @Test(arguments: ["slack", "discord", "irc", "line"])
    func conversationsUseTheThemeOfTheirServiceOnlyWithAuto(app: String) throws {
        let plain = try drawn(own(app), "")
        #expect(try plain == drawn(own(app), "theme=imessage"))
        let asked = try drawn(own(app), "theme=auto")
        #expect(try asked == drawn(own(app), "theme=" + app))
        #expect(try asked == drawn(own(app, theme: #""auto""#), ""))
        #expect(asked != plain)
        let dark = #"{"extends":"auto","mode":"dark"}"#
        #expect(
            try drawn(own(app, theme: dark), "") == drawn(own(app), "theme=\(app)&mode=dark"))
    }

    @Test(arguments: ["whatsapp", "telegram", "sms", "assistant", "messenger", "signal"])
    func bubbleThemesOfServicesApplyByDefault(app: String) throws {
        let plain = try drawn(own(app), "")
        #expect(try plain == drawn(own(app), "theme=" + app))
        #expect(try plain == drawn(own(app), "theme=auto"))
    }
}
