import Scene
import Testing
import Theme

@Suite struct ContrastTests {
    /// WCAG 2.2, 1.4.3, level AA. None of our text is large in its sense (18 pt, or 14 pt bold).
    static let least = 4.5

    @Test(arguments: ShippedLooksTests.forms)
    func everyTextStandsOut(name: String, mode: ThemeMode) throws {
        let pairs = try Looks.theme(name, mode).textPairs
        let faint = pairs.filter { $0.contrast < Self.least }.map(\.description)
        #expect(faint.isEmpty, "\(name) \(mode)\n\(faint.joined(separator: "\n"))")
    }

    @Test func findsTheRealAppsColorsTooFaint() throws {
        let theme = try Looks.inline(##"{"bubble":{"sent":{"fill":"#34c759"}}}"##)
        let faint = theme.textPairs.filter { $0.contrast < Self.least }
        #expect(faint.contains { $0.what == "sent text" })
    }
}
