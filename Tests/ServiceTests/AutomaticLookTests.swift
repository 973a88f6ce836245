import Foundation
import Testing

/// The theme of a conversation that names none, or `auto`.
@Suite struct AutomaticLookTests {
    /// An SVG: it states the position of every element.
    private func drawn(
        _ body: String, _ query: String, type: String = "application/json"
    ) throws -> Data {
        try service.render(body, to: "/render.svg?" + query, ["Content-Type: \(type)"]).body
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
            let answer = try service.render(
                own("irc"), to: "/render.png?theme=\(look)&mode=\(mode)",
                ["Content-Type: application/json"])
            #expect(answer.header("Chatprint-Warnings") == "0")
        }
        let own =
            #"{"messages":["Hi"],"theme":{"extends":"print","text":{"body":{"families":["Nobody"]}}}}"#
        let answer = try service.post(own, to: "/render.png", ["Content-Type: application/json"])
        #expect(answer.header("Chatprint-Warnings") == "1")
    }

    @Test(arguments: [
        (
            "--- Log opened Mon May 01 10:00:00 2023\n10:01 < ana> hello there\n10:02 <@ben> hi\n",
            "irc"
        ), ("Ana: Hi\nBen: Hello\nAna: How are you?\n", "imessage"),
    ])
    func exportsUseTheThemeOfTheirAppOrTheDefault(chat: String, theme: String) throws {
        let plain = try drawn(chat, "me=ana", type: "text/plain")
        #expect(try plain == drawn(chat, "me=ana&theme=\(theme)", type: "text/plain"))
        #expect(try plain == drawn(chat, "me=ana&theme=auto", type: "text/plain"))
        #expect(try plain != drawn(chat, "me=ana&theme=signal", type: "text/plain"))
        let dark = try drawn(chat, "me=ana&mode=dark", type: "text/plain")
        #expect(try dark == drawn(chat, "me=ana&theme=\(theme)&mode=dark", type: "text/plain"))
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
