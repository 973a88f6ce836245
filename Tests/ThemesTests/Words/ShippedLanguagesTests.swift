import Basics
import Foundation
import TestSupport
import Testing

@testable import Themes

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
            let bytes = try [UInt8](
                Data(contentsOf: URL(filePath: Languages.folder + "/" + file)))
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
