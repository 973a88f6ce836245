import Scene
import Testing
import Themes

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
