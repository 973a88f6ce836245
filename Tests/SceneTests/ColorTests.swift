import Scene
import Testing

@Suite struct ColorTests {
    @Test(arguments: [
        ("#fff", Color.white), ("#000000", .black), ("#007AFF", Color(0, 122, 255)),
        ("#0000", .clear), ("#34c75980", Color(52, 199, 89, alpha: 128)),
    ])
    func readsWhatStyleSheetsWrite(hex: String, color: Color) {
        #expect(Color(hex: hex) == color)
    }

    @Test(arguments: ["", "#", "fff", "#ff", "#fffff", "#ggg", "#12345 ", "#１２３"])
    func refusesWhatIsNoColor(hex: String) {
        #expect(Color(hex: hex) == nil)
    }

    @Test func contrastRunsFromOneToTwentyOne() {
        #expect(abs(Color.black.contrast(with: .white) - 21) < 0.001)
        #expect(Color.white.contrast(with: .white) == 1)
        // The worked value of #767676 on white, the darkest-known AA grey: 4.54.
        #expect(abs(Color(0x76, 0x76, 0x76).contrast(with: .white) - 4.54) < 0.005)
    }
}
