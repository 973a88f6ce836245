import Basics
import Scene
import Testing
import Themes

@Suite struct LayeringTests {
    @Test func aLookCanBeOmittedNamedOrInline() throws {
        let catalog = try Looks.catalog()
        #expect(try catalog.resolve(nil).theme == Looks.theme("imessage"))
        #expect(try catalog.resolve(.null, base: "signal").theme == Looks.theme("signal"))
        #expect(try catalog.resolve("sms").theme == Looks.theme("sms"))
        #expect(try catalog.resolve([:]).theme == Looks.theme("imessage"))
        #expect(try catalog.resolve(["extends": "sms"]).theme == Looks.theme("sms"))
        #expect(try catalog.resolve(nil, base: "gone").theme == Looks.theme("imessage"))
    }

    @Test func oneKeyChangesNothingElse() throws {
        var wanted = try Looks.theme("imessage")
        wanted.sent.fill = .color(Color(255, 45, 85))
        #expect(
            try Looks.inline(##"{"extends":"imessage","bubble":{"sent":{"fill":"#ff2d55"}}}"##)
                == wanted)
    }

    @Test func sharedKeysApplyToBothSidesAndOwnKeysWin() throws {
        let theme = try Looks.inline(
            ##"{"bubble":{"sent":{"radius":3},"radius":9,"fill":"#123456"}}"##)
        #expect(theme.received.radius == 9)
        #expect(theme.sent.radius == 3)
        #expect(theme.received.fill == .color(Color(0x12, 0x34, 0x56)))
        #expect(theme.sent.fill == .color(Color(0x12, 0x34, 0x56)))
    }

    @Test func aServiceKeepsItsColorAndInheritsOtherChanges() throws {
        let theme = try Looks.inline(##"{"bubble":{"sent":{"fill":"#ff2d55"},"radius":4}}"##)
        let sms = try #require(theme.sentByService["sms"])
        #expect(try sms.fill == Looks.theme("imessage").sentByService["sms"]?.fill)
        #expect(sms.radius == 4)
    }

    @Test func aServiceCanBeAdded() throws {
        let theme = try Looks.inline(
            ##"{"extends":"print","bubble":{"services":{"sms":{"border":3}}}}"##)
        #expect(theme.sentByService.keys.sorted() == ["sms"])
        #expect(theme.sentByService["sms"]?.border?.width == 3)
        #expect(theme.sentByService["sms"]?.radius == theme.sent.radius)
    }

    @Test func darkSectionsApplyInDarkModeOnly() throws {
        let text =
            ##"{"bubble":{"radius":5},"dark":{"bubble":{"radius":6}},"light":{"bubble":{"padding":1}}}"##
        let light = try Looks.inline(text)
        let dark = try Looks.inline(text, mode: .dark)
        #expect(light.sent.radius == 5 && dark.sent.radius == 6)
        #expect(light.sent.padding == Insets(all: 1))
        #expect(try dark.sent.padding == Looks.theme("imessage").sent.padding)
        #expect(try dark.canvas == Looks.theme("imessage", .dark).canvas)
        #expect(!light.isDark && dark.isDark)
    }

    @Test func aRequestedModeOverridesTheLooksOwn() throws {
        let text = #"{"extends":"whatsapp","mode":"dark"}"#
        #expect(try Looks.inline(text) == Looks.theme("whatsapp", .dark))
        #expect(try Looks.inline(text, mode: .light) == Looks.theme("whatsapp"))
    }

    @Test func nullRemovesOptionalValuesAndKeepsOthers() throws {
        let theme = try Looks.inline(
            #"{"extends":"whatsapp","bubble":{"shadow":null,"radius":null},"chip":{"fill":null}}"#)
        #expect(theme.sent.shadow == nil && theme.received.shadow == nil)
        #expect(theme.chip.fill == nil)
        #expect(theme.sent.radius == 7.5)
    }

    @Test func extendingNullStartsFromPlainDefaults() throws {
        let theme = try Looks.inline(#"{"extends":null,"name":"bare"}"#)
        #expect(theme.name == "bare")
        #expect(theme.sent == theme.received)
        #expect(theme.sentByService.isEmpty)
    }

    @Test func aLargerSizeScalesTheLineHeight() throws {
        let theme = try Looks.inline(
            #"{"text":{"body":{"size":34},"note":{"size":22,"line_height":25}}}"#)
        #expect(theme.text.body.lineHeight == 40.6)
        #expect(theme.text.note.style.lineHeight == 25)
    }

    @Test func familiesApplyToAllTextExceptCode() throws {
        let theme = try Looks.inline(
            #"{"text":{"families":"Roboto","small":{"families":["Noto Serif"]}}}"#)
        #expect(theme.text.body.families == ["Roboto"])
        #expect(theme.text.dayHeader.style.families == ["Roboto"])
        #expect(theme.text.small.families == ["Noto Serif"])
        #expect(try theme.text.mono == Looks.theme("imessage").text.mono)
    }

    @Test func shorthandsEqualTheirLongForms() throws {
        let short = try Looks.inline(
            ##"{"canvas":"#eee","bubble":{"border":2,"tail":"none","padding":[1,2,3,4]}}"##)
        let long = try Looks.inline(
            ##"""
            {"canvas":{"background":"#eeeeee"},
             "bubble":{"border":{"width":2},"tail":{"shape":"none"},
                       "padding":{"top":1,"left":2,"bottom":3,"right":4}}}
            """##)
        #expect(short == long)
    }
}
