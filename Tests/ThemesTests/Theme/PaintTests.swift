import Scene
import Testing
import Themes

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
