import Scene
import Testing
import Themes

@Suite struct ThemeWarningTests {
    @Test func commentsAreIgnored() throws {
        let text = #"{"$schema":"x","$comment":"y","bubble":{"$comment":"z"}}"#
        #expect(try Looks.catalog().resolve(Looks.json(text)).warnings.isEmpty)
    }

    @Test func emojiFontsAreIgnoredWithAWarning() throws {
        let text = #"{"text":{"body":{"families":["Noto Color Emoji","Roboto"]}}}"#
        let resolved = try Looks.catalog().resolve(Looks.json(text))
        #expect(resolved.theme.text.body.families == ["Roboto"])
        #expect(
            resolved.warnings == [
                .ignoredFamily(pointer: "/theme/text/body/families", name: "Noto Color Emoji")
            ])
    }
}
