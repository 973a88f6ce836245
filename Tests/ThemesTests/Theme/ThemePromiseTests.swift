import Scene
import Testing

@testable import Themes

/// What themes promise besides measurements, which the goldens of Layout show.
@Suite struct ThemePromiseTests {
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
