import Scene
import Testing
import Theme

@Suite struct ThemeWarningTests {
    @Test(arguments: [
        (#"{"colour":"x"}"#, "/theme/colour"),
        (#"{"bubble":{"Fill":"x"}}"#, "/theme/bubble/Fill"),
        (#"{"bubble":{"sent":{"a/b~c":1}}}"#, "/theme/bubble/sent/a~1b~0c"),
        (#"{"bubble":{"services":{"icq":{}}}}"#, "/theme/bubble/services/icq"),
        (#"{"bubble":{"services":{"sms":{"x":1}}}}"#, "/theme/bubble/services/sms/x"),
        (#"{"bubble":{"padding":{"start":1}}}"#, "/theme/bubble/padding/start"),
        (#"{"text":{"body":{"color":"x"}}}"#, "/theme/text/body/color"),
        (#"{"light":{"mode":"dark"}}"#, "/theme/light/mode"),
        (
            ##"{"canvas":{"background":{"from":"#fff","to":"#000","x":1}}}"##,
            "/theme/canvas/background/x"
        ),
    ])
    func unknownKeysAreReadPast(text: String, pointer: String) throws {
        let resolved = try Looks.catalogue().resolve(Looks.json(text))
        #expect(resolved.warnings.map(\.pointer) == [pointer])
        guard case .unknownKey(_, let allowed)? = resolved.warnings.first else {
            Issue.record("another warning")
            return
        }
        #expect(!allowed.isEmpty)
    }

    @Test func commentsAreForPeople() throws {
        let text = #"{"$schema":"x","$comment":"y","bubble":{"$comment":"z"}}"#
        #expect(try Looks.catalogue().resolve(Looks.json(text)).warnings.isEmpty)
    }

    @Test func emojiFontsAreLeftOut() throws {
        let text = #"{"text":{"body":{"families":["Noto Color Emoji","Roboto"]}}}"#
        let resolved = try Looks.catalogue().resolve(Looks.json(text))
        #expect(resolved.theme.text.body.families == ["Roboto"])
        #expect(
            resolved.warnings == [
                .ignoredFamily(pointer: "/theme/text/body/families", name: "Noto Color Emoji")
            ])
    }
}
