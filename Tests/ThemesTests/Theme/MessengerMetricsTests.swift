import Scene
import Testing
import Themes

/// Measurements of today's messengers. Where an original color would miss WCAG AA, the theme has
/// the nearest color that meets it, as ContrastTests check.
@Suite struct MessengerMetricsTests {
    @Test func messages() throws {
        let theme = try Looks.theme("imessage")
        #expect(theme.text.body.size == 17 && theme.text.body.lineHeight == 20.3)
        #expect(theme.sent.radius == 17.5 && theme.sent.minSize.height == 35)
        #expect(theme.sent.padding == Insets(top: 7, left: 14, bottom: 7, right: 14))
        #expect(theme.sent.maxWidth == .share(0.7))
        #expect(theme.sent.tail == Tail(shape: .curl, on: .last, side: .sender))
        #expect(theme.canvas.gaps.inRun == 2 && (8...10).contains(theme.canvas.gaps.betweenRuns))
        #expect(theme.avatar.size == 30 && theme.avatar.shown == .groups)
        #expect(theme.received.fill == .color(Color(0xE9, 0xE9, 0xEB)))
        #expect(theme.sent.textColor == .white && theme.received.textColor == .black)
        #expect(theme.text.dayHeader.style.size == 11 && theme.text.dayHeaderDayWeight == 600)
        #expect(theme.text.status.style.size == 11 && theme.text.sender.size == 11)
        #expect(theme.jumbo == JumboStyle(sizes: [50, 50, 50], hasBubble: false))
        #expect(theme.reactions.shape == .tapback && (28...32).contains(theme.reactions.size))
        let dark = try Looks.theme("imessage", .dark)
        #expect(dark.received.fill == .color(Color(0x26, 0x25, 0x2A)))
        #expect(dark.canvas.background == .color(.black))
        #expect(dark.received.textColor == .white)
    }

    @Test func whatsApp() throws {
        let theme = try Looks.theme("whatsapp")
        #expect(theme.text.body.size == 14.2 && theme.text.body.lineHeight == 19)
        #expect(theme.text.time.style.size == 11 && theme.text.time.style.lineHeight == 15)
        #expect(theme.text.sender.size == 12.8 && theme.text.sender.lineHeight == 22)
        #expect(theme.text.sender.weight == 600)
        #expect(theme.sent.radius == 7.5 && theme.sent.maxWidth == .least(share: 0.8, points: 480))
        #expect(theme.sent.padding == Insets(top: 6, left: 9, bottom: 8, right: 7))
        #expect(theme.sent.tail == Tail(shape: .wedgeTop, on: .first, side: .sender))
        #expect(
            theme.sent.shadow
                == BubbleStyle.Shadow(dx: 0, dy: 1, blur: 0.5, color: Color(11, 20, 26, alpha: 33)))
        #expect(theme.canvas.gaps.inRun == 2 && theme.canvas.gaps.betweenRuns == 12)
        #expect(theme.text.dayHeader.style.size == 12)
        #expect(theme.text.dayHeader.color == Color(0x54, 0x65, 0x6F))
        #expect(theme.chip.radius == 7.5 && theme.chip.fill == .white)
        #expect(theme.time.place == .inside && theme.time.ticks == .checks)
        #expect(theme.time.readColor == Color(0x53, 0xBD, 0xEB))
        #expect(theme.sent.fill == .color(Color(0xD9, 0xFD, 0xD3)))
        #expect(theme.received.fill == .color(.white))
        #expect(theme.canvas.background.color == Color(0xEF, 0xEA, 0xE2))
        #expect(theme.sent.textColor == Color(0x11, 0x1B, 0x21))
        let dark = try Looks.theme("whatsapp", .dark)
        #expect(dark.sent.fill == .color(Color(0, 0x5C, 0x4B)))
        #expect(dark.received.fill == .color(Color(0x20, 0x2C, 0x33)))
        #expect(dark.canvas.background.color == Color(0x0B, 0x14, 0x1A))
        #expect(dark.sent.textColor == Color(0xE9, 0xED, 0xEF))
        #expect(dark.received.secondaryColor == Color(0x86, 0x96, 0xA0))
    }

    @Test func telegram() throws {
        let theme = try Looks.theme("telegram")
        #expect(theme.sent.padding == Insets(top: 8, left: 11, bottom: 8, right: 11))
        #expect(theme.sent.radius == 16 && theme.sent.groupedRadius == 6)
        #expect(theme.sent.tail == Tail(shape: .hook, on: .last, side: .sender))
        #expect(theme.sent.maxWidth == .least(share: 0.8, points: 430))
        #expect(theme.text.dayHeader.style.size == 13)
        #expect(theme.reply.shape == .bar && theme.reply.barWidth == 2)
        #expect(theme.chip.padding == Insets(top: 3, left: 12, bottom: 4, right: 12))
        #expect(theme.avatar.size == 33)
    }

    @Test func signal() throws {
        let theme = try Looks.theme("signal")
        #expect(theme.sent.radius == 18 && theme.sent.groupedRadius == 4)
        #expect(theme.sent.padding == Insets(top: 7, left: 12, bottom: 7, right: 12))
        #expect(theme.canvas.gaps.inRun == 2 && theme.canvas.gaps.betweenRuns == 12)
        #expect(theme.avatar.size == 28)
        #expect(theme.reactions.shape == .pill)
        #expect(theme.reactions.size == 24 && theme.reactions.overlap == 7)
        #expect(theme.sent.tail.shape == .none)
    }

    @Test func android() throws {
        let theme = try Looks.theme("android")
        #expect((20...24).contains(theme.sent.radius) && theme.sent.groupedRadius == 4)
        #expect(theme.text.body.families.first == "Roboto")
    }

    /// Black lines on white and nothing else, so that a photocopy loses nothing.
    @Test func print() throws {
        let theme = try Looks.theme("print")
        for style in [theme.received, theme.sent] {
            #expect(style.fill == .none && style.shadow == nil)
            #expect(style.border == BubbleStyle.Border(width: 1, color: .black))
        }
        let others = ["initials", "bar title", "bar subtitle", "empty field"]
        for pair in theme.textPairs where !others.contains(pair.what) {
            #expect(pair.contrast > 20.9, "\(pair)")
        }
        #expect(try Looks.theme("print", .dark) == theme)
    }

    @Test func assistantAnswersFillTheWidthWithoutABubble() throws {
        let theme = try Looks.theme("assistant")
        #expect(theme.received.fill == .none && theme.received.padding == .zero)
        #expect(theme.received.maxWidth == .share(1))
        guard case .color = theme.sent.fill else {
            Issue.record("the question has no bubble")
            return
        }
    }

    @Test(arguments: ["whatsapp", "telegram", "signal", "messenger", "android", "assistant"])
    func currentLooksHaveADarkMode(name: String) throws {
        #expect(try !Looks.theme(name, .light).isDark)
        #expect(try Looks.theme(name, .dark).isDark)
    }
}
