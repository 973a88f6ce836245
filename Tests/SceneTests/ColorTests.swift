import Scene
import Testing

@Suite struct ColorTests {
    @Test(arguments: [
        ("#fff", Color.white), ("#000000", .black), ("#007AFF", Color(0, 122, 255)),
        ("#0000", .clear), ("#34c75980", Color(52, 199, 89, alpha: 128)),
    ])
    func parsesCSSHexColors(hex: String, color: Color) {
        #expect(Color(hex: hex) == color)
    }

    @Test(arguments: ["", "#", "fff", "#ff", "#fffff", "#ggg", "#12345 ", "#１２３"])
    func rejectsInvalidColors(hex: String) {
        #expect(Color(hex: hex) == nil)
    }

    @Test func contrastRunsFromOneToTwentyOne() {
        #expect(abs(Color.black.contrast(with: .white) - 21) < 0.001)
        #expect(Color.white.contrast(with: .white) == 1)
        // The known value of #767676 on white, the lightest gray that meets AA: 4.54.
        #expect(abs(Color(0x76, 0x76, 0x76).contrast(with: .white) - 4.54) < 0.005)
    }

    @Test(
        arguments: ["#53bdeb", "#ffffff", "#000000", "#3a9c39"],
        [Color.white, .black, Color(90, 90, 90)])
    func findsAShadeWithEnoughContrast(hex: String, ground: Color) throws {
        let color = try #require(Color(hex: hex))
        let shade = color.shade(standingOutFrom: ground, atLeast: 3)
        #expect(shade.contrast(with: ground) >= 3)
        if color.contrast(with: ground) >= 3 { #expect(shade == color) }
    }
}

@Suite struct DescriptionTests {
    @Test func describesAPageWithOneNodePerLine() {
        let bubble = Path.rectangle(Rect(14, 20.004, 100, 35))
        var wave = Path()
        wave.move(0, 0)
        wave.curve(1, 2, 3, 4, 5.5, 6.25)
        wave.close()
        let gradient = LinearGradient(
            from: Point(0, 0), to: Point(0, 90),
            stops: [.init(0, .white), .init(1, Color(0, 122, 255))])
        let page = Page(
            size: Size(390, 90.129), background: [.fill(.rectangle(Rect(0, 0, 390, 90)), .white)],
            blocks: [
                Block(
                    role: .message, frame: Rect(0, 10, 390, 40), ink: Rect(-1, 10, 392, 40),
                    text: "Hi \"you\"\n", language: "de", day: "2026-05-31",
                    nodes: [
                        .shape(bubble, fill: .linear(gradient), stroke: Stroke(.black, width: 1)),
                        .text(text, at: Point(20, 22.5)),
                        .figure(
                            alt: "A cat",
                            [.clipped(wave, [.picture(PlacedPicture(.init(2), frame: .zero))])]),
                        .link(Rect(1, 2, 3, 4), url: "https://example.com"),
                    ])
            ])
        #expect(
            page.description == """
                page 390 × 90.13
                background
                  shape fill #ffffff rect 0 0 390 × 90
                message 0 10 390 × 40 ink -1 10 392 × 40 day 2026-05-31 lang de "Hi \\"you\\"\\n"
                  shape fill from 0 0 to 0 90 [0 #ffffff, 1 #007aff] \
                stroke #000000 1 rect 14 20 100 × 35
                  text 20 22.5 20 × 20 "Hi"
                    line 15.25 at 0 + 20 "Hi"
                      run 0 + 20 font 3 17 #000000 × 2 underlined "Hi"
                  figure "A cat"
                    clipped M 0 0 C 1 2 3 4 5.5 6.25 Z
                      picture 2 0 0 0 × 0 cover
                  link 1 2 3 × 4 "https://example.com"

                """)
    }

    @Test func survivesInvalidNumbersAndControlCharacters() {
        let odd = Block(
            role: .note, frame: Rect(-0.001, -.infinity, .infinity, 1e300), text: "a\u{7}\u{2028}",
            nodes: [])
        #expect(odd.description == "note 0 -inf inf × 1e+300 \"a\\u{7}\\u{2028}\"\n")
    }

    private let text = ShapedText(
        text: "Hi", size: Size(20, 20), lineHeight: 20,
        lines: [
            .init(
                baseline: 15.25, left: 0, width: 20, runs: 0..<1, text: 0..<2,
                isRightToLeft: false)
        ],
        runs: [
            .init(
                font: FontID(3), size: 17, color: .black, background: nil, isUnderlined: true,
                isStruck: false, isRightToLeft: false, link: nil, left: 0, width: 20, glyphs: 0..<2,
                text: 0..<2)
        ],
        glyphs: [
            .init(id: 1, x: 0, y: 0, cluster: 0), .init(id: 2, x: 10, y: 0, cluster: 1),
        ],
        links: [])
}
