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
