import Basics
import Foundation
import Scene
import Testing

@testable import Themes

@Suite struct CatalogTests {
    private func catalog(_ looks: [String: JSONValue]) throws -> ThemeCatalog {
        try ThemeCatalog(ThemeFolder(looks: looks.merging(["imessage": [:]]) { first, _ in first }))
    }

    private func fault(_ looks: [String: JSONValue]) -> ThemeFolderFault? {
        do {
            _ = try catalog(looks)
            return nil
        } catch {
            return error as? ThemeFolderFault
        }
    }

    @Test func looksCanExtendEachOtherInAnyOrder() throws {
        let catalog = try catalog([
            "a": ["extends": "b", "width": 300],
            "b": ["extends": "c", "bubble": ["radius": 3], "summary": "the middle one"],
            "c": ["bubble": ["radius": 2, "padding": 1], "dark": ["canvas": "#000"]],
        ])
        let look = try #require(catalog.theme(named: "a", mode: .dark))
        #expect(look.name == "a" && look.summary == "the middle one")
        #expect(look.width == 300 && look.sent.radius == 3 && look.sent.padding.top == 1)
        #expect(look.isDark)
        #expect(catalog.names == ["a", "b", "c", "imessage"])
    }

    @Test func classicsAreListedLast() throws {
        let catalog = try catalog([
            "a": ["classic": true], "b": ["extends": "a"], "c": ["classic": false], "d": [:],
        ])
        #expect(catalog.names == ["b", "c", "d", "imessage", "a"])
        #expect(catalog.entries.map(\.name) == catalog.names)
    }

    @Test func aLookCanBeDarkByDefault() throws {
        let catalog = try catalog([
            "night": ["mode": "dark", "dark": ["canvas": "#000"]], "nap": ["extends": "night"],
        ])
        #expect(catalog.theme(named: "nap")?.isDark == true)
        #expect(catalog.theme(named: "nap", mode: .light)?.isDark == false)
        #expect(try catalog.resolve(["extends": "nap"]).theme.isDark)
    }

    /// Themes are read by name, so a chain may be read from either end or from the middle.
    @Test(arguments: [
        ["a", "b", "c", "d", "e", "f", "g", "h", "i"],
        ["i", "h", "g", "f", "e", "d", "c", "b", "a"],
        ["h", "b", "f", "d", "a", "e", "c", "g", "i"],
    ])
    func aChainIsLimitedInAnyOrder(names: [String]) throws {
        var tower: [String: JSONValue] = [names[1]: [:]]
        for (base, name) in zip(names.dropFirst(), names.dropFirst(2)) {
            tower[name] = ["extends": .string(base)]
        }
        // Eight themes and the default one.
        #expect(try catalog(tower).names.count == 9)
        tower[names[1]] = ["extends": .string(names[0])]
        tower[names[0]] = [:]
        guard case .invalid(_, let faults)? = fault(tower) else {
            Issue.record("a chain of nine themes was accepted")
            return
        }
        #expect(faults == ThemeFaults(at: "/extends", .extendsTooDeep(limit: 8)))
    }

    @Test func loopsAndLongChainsAreRejected() {
        let circle: [String: JSONValue] = ["a": ["extends": "b"], "b": ["extends": "a"]]
        #expect(
            fault(circle)
                == .invalid(
                    look: "a",
                    ThemeFaults(at: "/extends", .extendsLoop(names: ["a", "b", "a"]))))
        var tower: [String: JSONValue] = [:]
        for floor in 1...9 { tower["f\(floor)"] = ["extends": .string("f\(floor + 1)")] }
        tower["f10"] = [:]
        #expect(
            fault(tower)
                == .invalid(look: "f1", ThemeFaults(at: "/extends", .extendsTooDeep(limit: 8))))
    }

    @Test func aBrokenLookIsNamedAtStartup() {
        #expect(
            fault(["a": ["dark": ["width": "wide"]]])
                == .invalid(
                    look: "a",
                    ThemeFaults(at: "/dark/width", .wrongForm(expected: .number, found: .string))))
        #expect(
            fault(["a": ["extends": "gone"]])
                == .invalid(
                    look: "a",
                    ThemeFaults(
                        at: "/extends", .unknownTheme(name: "gone", known: ["a", "imessage"]))))
    }

    @Test func theDefaultLookIsRequired() {
        #expect(throws: ThemeFolderFault.missing(look: "imessage")) {
            try ThemeCatalog(ThemeFolder(looks: ["other": [:]]))
        }
    }

    @Test func unknownKeysInAFolderAreRejectedAtStartup() throws {
        let fault = fault(["a": ["colour": "red", "bubble": ["services": ["sms": ["hue": 1]]]]])
        guard case .invalid(look: "a", let faults)? = fault else {
            Issue.record("the folder was accepted")
            return
        }
        #expect(faults.all.map(\.pointer) == ["/colour", "/bubble/services/sms/hue"])
    }

    @Test func aLookServesTheAppsItIsNamedForOrLists() throws {
        let looks = try catalog([
            "line": [:], "mine": ["apps": ["irc", "slack"]], "slack": [:],
            "late": ["extends": "mine"],
        ])
        #expect(looks.look(ofApp: "line") == "line")
        #expect(looks.look(ofApp: "irc") == "mine")
        #expect(looks.look(ofApp: "slack") == "mine")
        #expect(looks.look(ofApp: "other") == nil)
        let auto = try looks.resolve("auto", base: "mine")
        #expect(auto.theme.name == "mine" && auto.warnings.isEmpty)
        let inline = try looks.resolve(["extends": "auto"], base: "line").theme
        #expect(inline == looks.theme(named: "line"))
        #expect(
            fault(["a": ["apps": "irc"], "b": ["apps": ["irc"]]])
                == .sharedApp("irc", looks: ["a", "b"]))
        #expect(
            fault(["a": ["apps": [7]]])
                == .invalid(
                    look: "a",
                    ThemeFaults(at: "/apps/0", .wrongForm(expected: .text, found: .number))))
    }

    @Test func aFolderIsReadOnce() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "themes-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder + "/pictures", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ file: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: folder + "/" + file))
        }
        #expect(throws: ThemeFolderFault.missing(look: "imessage")) {
            try ThemeCatalog(folder: folder)
        }
        try write("pictures/a.png", "picture")
        try write("imessage.json", #"{"bubble":{"image":"a.png"}}"#)
        try write("README.md", "not a theme")
        let catalog = try ThemeCatalog(folder: folder)
        #expect(catalog.names == ["imessage"])
        #expect(catalog.theme(named: "imessage")?.pictures.map(\.bytes) == [Array("picture".utf8)])

        try write("broken.json", "{,}")
        #expect(throws: ThemeFolderFault.self) { try ThemeCatalog(folder: folder) }
        try FileManager.default.removeItem(atPath: folder + "/broken.json")
        try write("Big Name.json", "{}")
        #expect(throws: ThemeFolderFault.badName(file: "Big Name.json")) {
            try ThemeCatalog(folder: folder)
        }
    }

    /// A fault stands for the work of reading a theme.
    @Test func shippedLooksAreReadWhenTheyAreUsed() throws {
        let shipped = LayeredFiles.Layer.program([
            "themes/imessage.json": { Array("{}".utf8) },
            "themes/late.json": { Array(#"{"apps": "irc", "colour": "red"}"#.utf8) },
        ])
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "layers-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func catalog() throws -> ThemeCatalog {
            try ThemeCatalog(LayeredFiles([.folder(folder), shipped]), in: "themes")
        }
        #expect(try catalog().look(ofApp: "irc") == "late")
        #expect(throws: ThemeFaults.self) { try catalog().resolve("late") }

        try FileManager.default.createDirectory(
            atPath: folder + "/themes", withIntermediateDirectories: true)
        let own = URL(filePath: folder + "/themes/imessage.json")
        try Data("{}".utf8).write(to: own)
        #expect(try catalog().names == ["imessage", "late"])
        try Data(#"{"width": 300}"#.utf8).write(to: own)
        #expect(throws: ThemeFolderFault.self) { try catalog() }
    }

    @Test func aMissingFolderIsReported() {
        #expect(throws: ThemeFolderFault.file(.unreadable(path: "/nowhere/at/all"))) {
            try ThemeCatalog(folder: "/nowhere/at/all")
        }
    }
}

/// What themes promise besides measurements, which the goldens of Layout show.
@Suite struct ThemePromiseTests {
    /// Black lines on white and nothing else, so that a photocopy loses nothing.
    @Test func print() throws {
        let theme = try Looks.theme("print")
        for style in [theme.received, theme.sent] {
            #expect(style.fill == .none && style.shadow == nil)
            #expect(style.border == BubbleStyle.Border(width: 1, color: .black))
        }
        let others = ["initials", "bar title", "bar subtitle", "empty field"]
        for pair in theme.textPairs where !others.contains(pair.what) {
            #expect(pair.contrast > 20.9, "\(pair)")
        }
        #expect(try Looks.theme("print", .dark) == theme)
    }

    @Test func assistantAnswersFillTheWidthWithoutABubble() throws {
        let theme = try Looks.theme("assistant")
        #expect(theme.received.fill == .none && theme.received.padding == .zero)
        #expect(theme.received.maxWidth == .share(1))
        guard case .color = theme.sent.fill else {
            Issue.record("the question has no bubble")
            return
        }
    }

    @Test(arguments: ["whatsapp", "telegram", "signal", "messenger", "android", "assistant"])
    func currentLooksHaveADarkMode(name: String) throws {
        #expect(try !Looks.theme(name, .light).isDark)
        #expect(try Looks.theme(name, .dark).isDark)
    }
}

@Suite struct ReadmeTests {
    private static let path = Looks.folder + "/README.md"
    private static let marks = ("<!-- keys -->\n", "\n<!-- /keys -->")

    @Test func listsEveryKey() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let start = try #require(text.range(of: Self.marks.0)?.upperBound)
        let end = try #require(text.range(of: Self.marks.1)?.lowerBound)
        guard text[start..<end] != KeyList.markdown else { return }
        if ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1" {
            try text.replacingCharacters(in: start..<end, with: KeyList.markdown)
                .write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        Issue.record("the table of keys is out of date; run with CHATPRINT_RECORD=1 to rewrite it")
    }

    @Test func namesEveryIcon() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        for icon in ScreenIcon.allCases { #expect(text.contains("`\(icon.rawValue)`")) }
    }
}

/// The table of all keys in `config/themes/README.md`, generated from the reader's own definitions.
enum KeyList {
    static var markdown: String {
        var rows = ["| key | value | meaning |", "|---|---|---|"]
        rows += [
            "| `extends` | name of a theme, or null for none | the theme that this one extends |",
            "| `mode` | `light` `dark` | the default mode |",
            "| `apps` | list: name of a service | further services whose conversations get this theme, besides the service of its name; not inherited |",
            "| `classic` | true, false | whether lists show the theme last, after those of today's apps; not inherited |",
            "| `light` `dark` | object | keys that apply in that mode only |",
            "| `contrast` | `readable` `app` | the default contrast |",
            "| `app` | object | keys that apply with `contrast` `app` only; may contain `light` and `dark` |",
        ]
        for line in lines {
            rows.append("| `\(line.path)` | \(escaped(line.words)) | \(line.meaning) |")
        }
        return rows.joined(separator: "\n")
    }

    /// Sections with the same keys are listed once; the others refer to that one.
    private static var lines: [KeyLine] {
        let all = ThemeKeys.all.flatMap(\.lines)
        var known: [String: String] = [:]
        var kept: [KeyLine] = []
        var skipped: String?
        for line in all {
            if let skipped, line.path.hasPrefix(skipped) { continue }
            let below = all.filter { $0.path.hasPrefix(line.path + ".") }
            let keys = below.map { $0.path.dropFirst(line.path.count) + $0.words + $0.meaning }
                .joined()
            if !keys.isEmpty, let first = known[keys] {
                kept.append(
                    KeyLine(
                        path: line.path, words: line.words + " as `\(first)`",
                        meaning: line.meaning))
                skipped = line.path + "."
            } else {
                if !keys.isEmpty { known[keys] = line.path }
                kept.append(line)
                skipped = nil
            }
        }
        return kept
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}

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
