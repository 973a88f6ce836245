import Basics
import Foundation
import Scene
import Testing

@testable import Themes

@Suite struct ShippedLooksTests {
    static let forms = Looks.names.flatMap { name in ThemeMode.allCases.map { (name, $0) } }

    @Test func allAreInTheCatalog() throws {
        #expect(try Looks.catalog().names == Looks.names)
    }

    @Test func haveNoWarnings() throws {
        #expect(try Looks.catalog().warnings.isEmpty)
    }

    @Test func haveOneLineSummaries() throws {
        for entry in try Looks.catalog().entries {
            #expect((10...90).contains(entry.summary.count), "\(entry.name)")
        }
    }

    @Test(arguments: forms)
    func surviveARoundTripThroughJSON(name: String, mode: ThemeMode) throws {
        let theme = try Looks.theme(name, mode)
        let again = try Looks.catalog().resolve(theme.json)
        #expect(again.theme == theme)
        #expect(again.warnings.isEmpty)
    }

    @Test(arguments: forms)
    func listNoEmojiFont(name: String, mode: ThemeMode) throws {
        let text = try Looks.theme(name, mode).text
        let styles = [
            text.body, text.sender, text.time.style, text.dayHeader.style, text.status.style,
            text.note.style, text.title.style, text.subtitle.style, text.mono, text.small,
        ]
        for style in styles {
            #expect(!style.families.isEmpty)
            #expect(!style.families.contains { $0.contains("Emoji") })
            #expect(style.lineHeight >= style.size)
        }
    }

    @Test(arguments: forms)
    func namesAndInitialsHavePalettesOfTheSameSize(
        name: String, mode: ThemeMode
    ) throws {
        let theme = try Looks.theme(name, mode)
        guard !theme.sender.colors.isEmpty else { return }
        #expect(theme.sender.colors.count == theme.avatar.colors.count)
    }
}

/// The pictures and the outline that the classic themes draw bubbles with. ClassicFramesTests of
/// Layout have the arithmetic of their frames.
@Suite struct ClassicLooksTests {
    @Test func fragmentsOfABubbleAreNinePictures() throws {
        let theme = try Looks.theme("classic-sms")
        for style in [theme.received, theme.sent] {
            guard case .fragments(let pictures, let size)? = style.image?.source else {
                Issue.record("no fragments")
                return
            }
            #expect(pictures.count == 9 && size == Size(56, 32))
            #expect(style.alignment == .center)
        }
        #expect(theme.pictures.count == 18)
    }

    @Test(arguments: ThemeMode.allCases)
    func theTintedPictureHasItsCaps(mode: ThemeMode) throws {
        let theme = try Looks.theme("tinted", mode)
        for style in [theme.received, theme.sent] {
            guard case .slices(let variants, let caps)? = style.image?.source else {
                Issue.record("no slices")
                return
            }
            #expect(variants.map(\.scale) == [1, 2, 3])
            #expect(caps == Insets(top: 17, left: 21, bottom: 17, right: 21))
            #expect(style.minSize == Size(42, 34))
            #expect(style.tail.shape == .image)
            #expect(style.image?.isMirrored == false)
        }
        #expect(theme.received.image?.source == theme.sent.image?.source)
        #expect(theme.received.image?.tint != theme.sent.image?.tint)
        #expect(theme.sentByService["sms"]?.image?.tint != theme.sent.image?.tint)
    }

    @Test func theWidelyCopiedCapsAlsoWork() throws {
        let theme = try Looks.inline(
            #"{"extends":"tinted","bubble":{"image":{"caps":[17,30,17,30]}}}"#)
        #expect(theme.sent.minSize == Size(60, 34))
    }

    @Test func theBezierBubbleCanBeAdjusted() throws {
        let theme = try Looks.theme("bezier")
        #expect(theme.sent.tail == Tail(shape: .bezier, on: .every, side: .sender))
        #expect(theme.sent.radius == 17)
        #expect(theme.sent.border != nil && theme.received.border != nil)
        let other = try Looks.inline(
            ##"""
            {"extends":"bezier","bubble":{"fill":"#ff2d55","border":{"width":4,"color":"#000"},
             "tail":{"side":"left"}}}
            """##)
        #expect(other.sent.tail.side == .left && other.sent.tail.shape == .bezier)
        #expect(other.sent.border == BubbleStyle.Border(width: 4, color: .black))
    }
}

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

/// Read as at startup.
enum Looks {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "config/themes").path

    static let names = [
        "android", "assistant", "discord", "imessage", "instagram", "irc", "kakaotalk", "line",
        "matrix", "messenger", "print", "signal", "slack", "sms", "snapchat", "teams", "telegram",
        "wechat", "whatsapp", "bezier", "classic-sms", "susi", "tinted",
    ]

    static func catalog() throws -> ThemeCatalog { try shared.get() }

    static func theme(
        _ name: String, _ mode: ThemeMode = .light, _ contrast: ThemeContrast? = nil
    ) throws -> Theme {
        try catalog().resolve(.string(name), mode: mode, contrast: contrast).theme
    }

    static func inline(_ text: String, mode: ThemeMode? = nil) throws -> Theme {
        try catalog().resolve(json(text), mode: mode).theme
    }

    static func json(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    private static let shared = Result { try ThemeCatalog(folder: folder) }
}

/// A text color of a theme and a background that the text can be on.
struct TextPair: CustomStringConvertible {
    let what: String
    let text: Color
    /// Opaque: translucent layers are already blended over the colors below them.
    let ground: Color

    /// As seen: translucent text is judged by its blend with the background.
    var contrast: Double { text.over(ground).contrast(with: ground) }

    var description: String {
        "\(what): \(text.hex) on \(ground.hex) is \((contrast * 100).rounded(.down) / 100)"
    }
}

extension Theme {
    /// Every pair of text and background that layout can produce with this theme.
    var textPairs: [TextPair] {
        var pairs = canvasPairs + bubblePairs("received", received) + bubblePairs("sent", sent)
        for (service, style) in sentByService.sorted(by: { $0.key < $1.key }) {
            pairs += bubblePairs(service, style)
        }
        return pairs + screenPairs
    }

    private var screenPairs: [TextPair] {
        let (bar, input) = (screen.bar, screen.input)
        let field = input.field.over(input.fill)
        return [
            TextPair(what: "bar title", text: bar.title, ground: bar.fill),
            TextPair(what: "bar subtitle", text: bar.subtitle, ground: bar.fill),
            TextPair(what: "empty field", text: input.text, ground: field),
        ]
    }

    private var canvasGrounds: [Color] {
        switch canvas.background {
        case .color(let color), .tile(_, _, let color): [color]
        case .gradient(let stops): stops.map(\.color)
        // Text can lie on the pattern's lines.
        case .pattern(_, let ink, let color): [color, ink.over(color)]
        }
    }

    private func grounds(of style: BubbleStyle) -> [Color] {
        if let tint = style.image?.tint { return canvasGrounds.map { tint.over($0) } }
        return switch style.fill {
        case .none: canvasGrounds
        case .color(let color): canvasGrounds.map { color.over($0) }
        case .gradient(let stops), .canvasGradient(let stops):
            canvasGrounds.flatMap { ground in stops.map { $0.color.over(ground) } }
        }
    }

    private var canvasPairs: [TextPair] {
        var pairs: [TextPair] = []
        func add(_ what: String, _ text: Color, _ grounds: [Color]) {
            for ground in Set(grounds) {
                pairs.append(TextPair(what: what, text: text, ground: ground))
            }
        }
        let chip = canvasGrounds.map { (self.chip.fill ?? .clear).over($0) }
        add("time", text.time.color, canvasGrounds)
        add("day header", text.dayHeader.color, chip)
        add("note", text.note.color, chip)
        add("status", text.status.color, canvasGrounds)
        if reply.shape == .line { add("quote", text.status.color, canvasGrounds) }
        if let mention = canvas.mention, received.fill == .none {
            let grounds = canvasGrounds.map { mention.over($0) }
            add("text that mentions me", received.textColor, grounds)
            add("link that mentions me", received.linkColor, grounds)
            add("time of a mention", text.time.color, grounds)
        }
        if reply.shape == .bubble || reply.shape == .below {
            for fill in [reply.receivedFill, reply.sentFill] {
                add("quote", text.status.color, canvasGrounds.map { fill.over($0) })
            }
        }
        add("failed", time.failedColor, canvasGrounds)
        let header = canvasGrounds.map { self.header.fill.over($0) }
        add("title", text.title.color, header)
        add("subtitle", text.subtitle.color, header)
        let names = sender.colors.isEmpty ? [sender.color] : sender.colors
        for name in names + [sender.mineColor].compactMap({ $0 }) {
            let inside = sender.place == .inside
            add("name", name, inside ? grounds(of: received) : canvasGrounds)
        }
        for color in avatar.colors { add("initials", avatar.initialsColor, [color]) }
        let reaction = canvasGrounds + grounds(of: received) + grounds(of: sent)
        add("reaction", reactions.textColor, reaction.map { reactions.fill.over($0) })
        add("my reaction", reactions.mineTextColor, reaction.map { reactions.mineFill.over($0) })
        return pairs
    }

    private func bubblePairs(_ side: String, _ style: BubbleStyle) -> [TextPair] {
        let plain = grounds(of: style)
        var under = [("", plain), (" on a card", plain.map { style.cardFill.over($0) })]
        if reply.shape == .bar {
            let fill = side == "received" ? reply.receivedFill : reply.sentFill
            under.append((" in a quote", plain.map { fill.over($0) }))
        }
        var pairs: [TextPair] = []
        for (place, grounds) in under {
            for ground in Set(grounds) {
                for (what, text) in [
                    ("text", style.textColor), ("link", style.linkColor),
                    ("secondary", style.secondaryColor), ("accent", style.accentColor),
                ] {
                    pairs.append(
                        TextPair(what: "\(side) \(what)\(place)", text: text, ground: ground))
                }
            }
        }
        for ground in Set(plain.map { code.fill.over($0) }) {
            for (what, text) in [
                ("text", code.textColor), ("keyword", code.keyword), ("string", code.string),
                ("comment", code.comment), ("number", code.number),
            ] {
                pairs.append(TextPair(what: "\(side) code \(what)", text: text, ground: ground))
            }
        }
        return pairs
    }
}

@Suite struct PaintTests {
    typealias Stop = LinearGradient.Stop

    static let fills: [(String, BubbleStyle.Fill)] = [
        (##""#f80""##, .color(Color(255, 136, 0))),
        (##""#ff880080""##, .color(Color(255, 136, 0, alpha: 128))),
        (#""none""#, .none),
        (##"{"from":"#000","to":"#fff"}"##, .gradient([Stop(0, .black), Stop(1, .white)])),
        (
            ##"["#000","#fff","#000"]"##,
            .gradient([Stop(0, .black), Stop(0.5, .white), Stop(1, .black)])
        ),
        (
            ##"{"stops":[{"at":0.75,"color":"#fff"},{"at":0.25,"color":"#000"}]}"##,
            .gradient([Stop(0.25, .black), Stop(0.75, .white)])
        ),
        (##"{"canvas":["#000","#fff"]}"##, .canvasGradient([Stop(0, .black), Stop(1, .white)])),
    ]

    @Test(arguments: fills)
    func bubbleFills(text: String, fill: BubbleStyle.Fill) throws {
        let theme = try Looks.inline("{\"bubble\":{\"fill\":\(text)}}")
        #expect(theme.sent.fill == fill)
        #expect(theme.received.fill == fill)
        #expect(try Looks.catalog().resolve(theme.json).theme == theme)
    }

    static let backgrounds: [(String, CanvasStyle.Background)] = [
        (##""#123""##, .color(Color(0x11, 0x22, 0x33))),
        (##"["#000","#fff"]"##, .gradient([Stop(0, .black), Stop(1, .white)])),
        (
            ##"{"pattern":"dots","ink":"#00000010","over":"#fff"}"##,
            .pattern(.dots, ink: Color(0, 0, 0, alpha: 16), over: .white)
        ),
        (
            ##"{"picture":{"2x":"bubble-2x.png"},"over":"#000"}"##,
            .tile(0, pixelsPerPoint: 2, over: .black)
        ),
    ]

    @Test(arguments: backgrounds)
    func canvasBackgrounds(text: String, background: CanvasStyle.Background) throws {
        let theme = try Looks.inline("{\"canvas\":{\"background\":\(text)}}")
        #expect(theme.canvas.background == background)
        #expect(try Looks.catalog().resolve(theme.json).theme == theme)
    }
}
