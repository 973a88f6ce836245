import Basics
import Foundation
import TestSupport
import Testing

@testable import Themes

@Suite struct LanguageCatalogTests {
    @Test(arguments: [
        ("de-AT", "de"), ("DE", "de"), ("de_DE.UTF-8", "de"), ("pt-PT", "pt"),
        ("zh", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans"),
        ("zh-Hant-HK", "zh-Hant"), ("zh-Hans-HK", "zh-Hans"), ("zh-HK-hans", "zh-Hans"),
        ("zh_MO", "zh-Hant"), ("yue", "zh-Hant"), ("yue-Hans", "zh-Hans"),
        ("yue-CN", "zh-Hant"), ("iw-IL", "he"), ("he", "he"), ("fi-FI", "en"), ("", "en"),
        ("🙂", "en"), ("-", "en"), (String(repeating: "a-", count: 5_000), "en"),
    ])
    func languagesAreFoundByBCP47WithEnglishAsTheFallback(locale: String, tag: String) {
        #expect(Languages.of(locale).tag == tag)
    }

    private func english(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> JSONValue {
        let data = try Data(contentsOf: URL(filePath: Languages.folder + "/en.json"))
        var json = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        change(&json)
        return try JSONValue(parsing: [UInt8](JSONSerialization.data(withJSONObject: json)))
    }

    private static let events = ["member_added", "pinned"]

    private func fault(_ files: [String: JSONValue]) -> LanguageFolderFault? {
        do {
            _ = try LanguageCatalog(files, events: Self.events)
            return nil
        } catch {
            return error
        }
    }

    /// A file with only the events of these tests.
    private func file(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> JSONValue {
        try english { json in
            let events = json["events"] as? [String: Any] ?? [:]
            json["events"] = events.filter { Self.events.contains($0.key) }
            change(&json)
        }
    }

    @Test func addingAFileAddsALanguageAndItsAliases() throws {
        let danish = try file { json in
            json["also"] = ["nn", "no-NO"]
            var phrases = json["phrases"] as? [String: Any] ?? [:]
            phrases["sent"] = "Sendt"
            json["phrases"] = phrases
        }
        let catalog = try LanguageCatalog(["en": file(), "da": danish], events: Self.events)
        #expect(catalog.languages.map(\.tag) == ["da", "en"])
        #expect(catalog.language(for: "da-DK")[.sent] == "Sendt")
        #expect(catalog.language(for: "no-NO").tag == "da")
        #expect(catalog.language(for: "no").tag == "en")
    }

    @Test(
        arguments: [
            (["phrases", "sent"], nil, "/phrases/sent is missing"),
            (["phrases", "sent"], "", "/phrases/sent must be a non-empty string"),
            (
                ["phrases", "send"], "x",
                "/phrases/send is an unknown key; allowed are sending, sent"
            ),
            (
                ["phrases", "forwarded_from"], "Von {nme}",
                "/phrases/forwarded_from: expected {name}, found {nme}"
            ),
            (
                ["phrases", "sent"], "{name}",
                "/phrases/sent: expected no placeholder, found {name}"
            ),
            (
                ["phrases", "sent"], "a } b {",
                "/phrases/sent: expected no placeholder, found {} b {}"
            ),
            (
                ["phrases", "last_two"], "{a} {a}",
                "/phrases/last_two: expected {a} and {b}, found {a} and {a}"
            ),
            (["counted", "votes", "one"], nil, "/counted/votes/one is missing"),
            (
                ["counted", "votes", "few"], "{n}",
                "/counted/votes/few is an unknown key; allowed are one, other"
            ),
            (
                ["counted", "votes", "other"], "votes",
                "/counted/votes/other: expected {n}, found no placeholder"
            ),
            (["events", "pinned"], nil, "/events/pinned is missing"),
            (["events", "member_added", "both"], nil, "/events/member_added/both is missing"),
            (
                ["events", "pinned", "by"], "{who}",
                "/events/pinned/by: expected {actor}, found {who}"
            ),
            (["events", "pinned", "on"], "{targets}", "/events/pinned/on is an unknown key"),
            (["plurals"], "dual", "/plurals: expected one of none, one"),
            (["direction"], "up", "/direction: expected one of ltr, rtl, found up"),
            (["also"], "a", "/also must be an array"),
            (["colour"], "red", "/colour is an unknown key"),
        ] as [([String], String?, String)])
    func faultsNameTheFileAndThePlace(path: [String], value: String?, sentence: String) throws {
        func changed(_ object: Any?, _ path: ArraySlice<String>) -> [String: Any] {
            var object = object as? [String: Any] ?? [:]
            guard let key = path.first else { return object }
            object[key] = path.count == 1 ? value : changed(object[key], path.dropFirst())
            return object
        }
        let wrong = try file { $0 = changed($0, path[...]) }
        let message = try fault(["en": file(), "xx": wrong])?.sentence ?? ""
        #expect(message.hasPrefix("xx.json: " + sentence), "\(message)")
    }

    @Test func allFaultsOfAFileAreReportedTogether() throws {
        let wrong = try file { json in
            json["plurals"] = nil
            json["events"] = [String: Any]()
        }
        let sentence = fault(["en": wrong])?.sentence
        #expect(
            sentence == "en.json: /plurals is missing; en.json: /events/member_added is missing; "
                + "en.json: /events/pinned is missing")
    }

    @Test func onlyAFormForASingleNumberMayOmitTheNumber() throws {
        func german(_ rule: String) throws -> JSONValue {
            try file { json in
                json["plurals"] = rule
                var counted = json["counted"] as? [String: Any] ?? [:]
                for key in counted.keys {
                    counted[key] = ["one": "eine", "other": "{n}"]
                }
                json["counted"] = counted
            }
        }
        let english = try file()
        #expect(try fault(["en": english, "de": german("one")]) == nil)
        let sentence = try fault(["en": english, "de": german("zero_and_one")])?.sentence ?? ""
        #expect(
            sentence.hasPrefix("de.json: /counted/votes/one: expected {n}, found no placeholder"),
            "\(sentence)")
    }

    @Test func englishIsRequiredTagsAreUniqueAndKeysAppearOnce() throws {
        let english = try file()
        #expect(fault(["de": english]) == .missing(file: "en.json"))
        let greedy = try file { $0["also"] = ["EN"] }
        #expect(
            fault(["en": english, "de": greedy])
                == .claimedTwice(tag: "EN", files: ["en.json", "de.json"]))
        guard case .object(let members) = english else { return }
        let twice = JSONValue.object(members + members.suffix(1))
        #expect(fault(["en": twice])?.sentence.contains("appears twice") == true)
    }

    @Test func folderIsReadFromItsFiles() throws {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func read() throws { _ = try LanguageCatalog(folder: folder, events: Self.events) }
        #expect(throws: LanguageFolderFault.missing(file: "en.json")) { try read() }
        try Data(file().bytes).write(to: URL(filePath: folder + "/en.json"))
        try Data("# Words".utf8).write(to: URL(filePath: folder + "/README.md"))
        try read()
        try Data("{\n oops".utf8).write(to: URL(filePath: folder + "/de.json"))
        do {
            try read()
            Issue.record("invalid JSON was read")
        } catch let fault as LanguageFolderFault {
            #expect(fault.sentence.hasPrefix("de.json is not valid JSON at line 2, column 2: "))
        }
        try FileManager.default.moveItem(
            atPath: folder + "/de.json", toPath: folder + "/german language.json")
        #expect(throws: LanguageFolderFault.badName(file: "german language.json")) { try read() }
        #expect(throws: LanguageFolderFault.file(.unreadable(path: "/nowhere"))) {
            _ = try LanguageCatalog(folder: "/nowhere", events: [])
        }
    }
}

/// Every file of `config/languages`. Reading them already checks that they are complete, with the
/// right placeholders and plural forms.
@Suite struct ShippedLanguagesTests {
    private static func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Languages.folder)
            .filter { $0.hasSuffix(".json") }.sorted()
    }

    @Test func everyFileIsALanguage() throws {
        let tags = Languages.catalog.languages.map(\.tag)
        #expect(try tags == Self.files().map { String($0.dropLast(5)) })
        #expect(tags.count >= 18)
    }

    @Test(arguments: Languages.catalog.languages)
    func everyLanguageIsTranslated(language: InterfaceLanguage) {
        let english = Languages.of("en")
        let differing = Phrase.allCases.filter { language[$0] != english[$0] }
        #expect(language.tag == "en" || differing.count > 40)
    }

    @Test func phrasesAreInTheProgramsOrderAndInvisibleCharactersAreEscaped() throws {
        for file in try Self.files() {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: Languages.folder + "/" + file)))
            let json = try JSONValue(parsing: bytes)
            #expect(
                json["phrases"]?.members?.map(\.key) == Phrase.allCases.map(\.fileKey), "\(file)")
            let unseen = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
                $0.properties.generalCategory == .format
            }
            #expect(unseen.isEmpty, "\(file)")
        }
    }
}

@Suite struct PluralRuleTests {
    @Test(arguments: [
        (PluralRule.none, "other other other other other other other other other other"),
        (.one, "other one other other other other other other other other"),
        (.zeroAndOne, "one one other other other other other other other other"),
        (.eastSlavic, "many one few few many many many one few many"),
        (.southSlavic, "other one few few other other other one few other"),
        (.polish, "many one few few many many many many few many"),
        (.czech, "other one few few other other other other other other"),
        (.slovenian, "other one two few other other other other other other"),
        (.lithuanian, "other one few few few other other one few other"),
        (.latvian, "zero one other other other zero zero one other zero"),
        (.romanian, "few one few few few few few other other other"),
        (.arabic, "zero one two few few few many many many other"),
        (.hebrew, "other one two other other other other other other other"),
    ])
    func numbersTakeThePluralFormGivenByCLDR(rule: PluralRule, names: String) {
        let numbers = [0, 1, 2, 3, 5, 10, 11, 21, 22, 100]
        #expect(numbers.map { rule.category(of: $0).stringValue }.joined(separator: " ") == names)
    }

    @Test(arguments: PluralRule.allCases)
    func numbersOnlyTakeFormsOfTheirLanguage(rule: PluralRule) {
        #expect(Set((0...2_000).map(rule.category(of:))).isSubset(of: rule.categories))
        #expect(rule.categories.contains(.other))
        #expect([Int.min, .max].allSatisfy { rule.categories.contains(rule.category(of: $0)) })
    }
}

@Suite struct PageCatalogTests {
    private static let english =
        #"{"markup": {"undo": "Undo"}, "script": {"hi": "Hi {name}", "n": {"one": "{n} row", "other": "{n} rows"}}}"#

    private func catalog(_ files: [String: String]) throws -> PageCatalog {
        let files = files.mapValues { text in { @Sendable in Array(text.utf8) } }
        return try PageCatalog(
            LayeredFiles([.program(files)]), in: "page/languages", phrases: "languages")
    }

    private static let shipped = Result {
        let config = URL(filePath: Languages.folder).deletingLastPathComponent().path
        return try PageCatalog(
            LayeredFiles(folder: config), in: "page/languages", phrases: "languages")
    }

    @Test func everyTranscriptLanguageTranslatesThePage() throws {
        let catalog = try Self.shipped.get()
        #expect(catalog.languages.map(\.tag) == Languages.catalog.languages.map(\.tag))
        for language in catalog.languages where language.tag != "en" {
            let path = URL(filePath: Languages.folder).deletingLastPathComponent()
                .appending(path: "page/languages/\(language.tag).json")
            let file = try JSONValue(parsing: [UInt8](Data(contentsOf: path)))
            #expect(
                file["markup"]?.members?.map(\.key).sorted()
                    == catalog.english.markup.keys.sorted(), "\(language.tag)")
            #expect(
                file["script"]?.members?.map(\.key)
                    == catalog.english.script.members?.map(\.key), "\(language.tag)")
            // Translated, not copied.
            #expect(language.markup["tagline"] != catalog.english.markup["tagline"])
        }
        #expect(catalog.languages.filter(\.isRightToLeft).map(\.tag) == ["ar", "he"])
    }

    @Test(
        arguments: [
            ([], nil), (["de-AT", "en"], "de"), (["fi", "sv", "pt-PT"], "pt"),
            (["zh-TW"], "zh-Hant"),
            (["zh"], "zh-Hans"), (["iw-IL"], "he"), (["fi"], nil), (["fi", "*", "de"], "en"),
        ] as [([String], String?)])
    func theFirstSupportedLanguageIsChosen(tags: [String], tag: String?) throws {
        #expect(try Self.shipped.get().language(for: tags)?.tag == tag)
    }

    @Test func missingTextsAreEnglish() throws {
        let catalog = try catalog([
            "page/languages/en.json": Self.english,
            "page/languages/he.json": #"{"markup": {}, "script": {"n": "{n}"}}"#,
            "languages/he.json":
                #"{"direction": "rtl", "also": ["iw"], "phrases": {"x": [1, {}]}}"#,
        ])
        let hebrew = try #require(catalog.language(for: ["iw-IL"]))
        #expect(hebrew.tag == "he" && hebrew.isRightToLeft)
        #expect(hebrew.markup == ["undo": "Undo"])
        #expect(hebrew.script["hi"]?.string == "Hi {name}" && hebrew.script["n"]?.string == "{n}")
    }

    @Test(
        arguments: [
            (#"{"markup": {}}"#, "/script is missing"),
            (#"{"markup": {"und": "x"}, "script": {}}"#, "/markup/und is an unknown key"),
            (#"{"markup": {"undo": ""}, "script": {}}"#, "/markup/undo must be a non-empty string"),
            (
                #"{"markup": {}, "script": {"hi": "Hallo {nme}"}}"#,
                "/script/hi: expected {name}, found {nme}"
            ),
            (#"{"markup": {}, "script": {"n": {"one": "eine"}}}"#, "/script/n/other is missing"),
            (
                #"{"markup": {}, "script": {"n": {"two": "a", "other": "{m}"}}}"#,
                "/script/n: expected {n}, found {m}"
            ),
            (#"{"markup": "#, "is not valid JSON at line 1"),
        ])
    func aMistakeIsReportedWithItsPlace(file: String, sentence: String) {
        let fault = #expect(throws: LanguageFolderFault.self) {
            try catalog([
                "page/languages/en.json": Self.english, "page/languages/de.json": file,
            ])
        }
        #expect(fault?.sentence.contains(sentence) == true, "\(fault?.sentence ?? "")")
    }
}
