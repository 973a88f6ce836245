import Scene
import Testing
import Themes

@Suite struct ContrastTests {
    /// WCAG 2.2, 1.4.3, level AA. None of our text is large in its sense (18 pt, or 14 pt bold).
    static let minRatio = 4.5

    @Test(arguments: ShippedLooksTests.forms)
    func everyTextHasEnoughContrast(name: String, mode: ThemeMode) throws {
        let pairs = try Looks.theme(name, mode).textPairs
        let faint = pairs.filter { $0.contrast < Self.minRatio }.map(\.description)
        #expect(faint.isEmpty, "\(name) \(mode)\n\(faint.joined(separator: "\n"))")
    }

    @Test func realAppColorsHaveTooLittleContrast() throws {
        let theme = try Looks.inline(##"{"bubble":{"sent":{"fill":"#34c759"}}}"##)
        let faint = theme.textPairs.filter { $0.contrast < Self.minRatio }
        #expect(faint.contains { $0.what == "sent text" })
    }

    @Test func appContrastUsesTheAppsOwnColors() throws {
        let green = Color(0x34, 0xC7, 0x59)
        #expect(try Looks.theme("sms", .light, .app).sent.fill == .color(green))
        #expect(try Looks.theme("sms", .dark, .app).sent.fill == .color(Color(0x30, 0xD1, 0x58)))
        #expect(try Looks.theme("imessage", .light, .app).sent.fill == .color(Color(0, 0x7A, 0xFF)))
        #expect(try Looks.theme("tinted", .light, .app).sent.image?.tint == Color(0, 0x7A, 0xFF))
        #expect(
            try Looks.inline(##"{"extends":"sms","contrast":"app"}"##).sent.fill == .color(green))
        let shipped = try Looks.theme("sms", .light, .readable)
        #expect(try Looks.theme("sms") == shipped && shipped.sent.fill != .color(green))
        #expect(try Looks.theme("print", .light, .app) == Looks.theme("print"))
    }

    @Test func aLooksOwnColorsOverrideInheritedAppColors() throws {
        let theme = try Looks.inline(
            ##"{"extends":"sms","contrast":"app","bubble":{"sent":{"fill":"#123456"}}}"##)
        #expect(theme.sent.fill == .color(Color(0x12, 0x34, 0x56)))
        #expect(theme.received.linkColor == Color(0, 0x7A, 0xFF))
    }

    @Test func appContrastChangesOnlyColors() throws {
        for (name, mode) in ShippedLooksTests.forms {
            let readable = try Looks.theme(name, mode)
            let app = try Looks.theme(name, mode, .app)
            #expect(
                app.sent.padding == readable.sent.padding && app.text.body == readable.text.body)
            #expect(
                app.media == readable.media
                    && app.sender.colors.count == readable.sender.colors.count)
        }
    }
}
