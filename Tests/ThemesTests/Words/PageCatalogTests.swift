import Basics
import Foundation
import TestSupport
import Testing

@testable import Themes

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
        #expect(
            catalog.languages.filter(\.isRightToLeft).map(\.tag) == ["ar", "he"])
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
