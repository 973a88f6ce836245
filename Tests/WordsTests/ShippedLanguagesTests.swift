import Foundation
import JSON
import TestSupport
import Testing

@testable import Words

/// Every file of `config/languages`. That it is whole, its places and its plural forms are right,
/// is checked by whatever reads it: here, that nothing is wrong.
@Suite struct ShippedLanguagesTests {
    private static func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Languages.folder)
            .filter { $0.hasSuffix(".json") }.sorted()
    }

    @Test("Every file is read, and is a language of its own")
    func all() throws {
        let tags = Languages.catalogue.languages.map(\.tag)
        #expect(try tags == Self.files().map { String($0.dropLast(5)) })
        #expect(tags.count >= 18)
    }

    @Test("Every language has words of its own", arguments: Languages.catalogue.languages)
    func own(language: InterfaceLanguage) {
        let english = Languages.of("en")
        let differing = Phrase.allCases.filter { language[$0] != english[$0] }
        #expect(language.tag == "en" || differing.count > 40)
    }

    @Test("Phrases stand in the program's order, and unseen characters are spelt out")
    func readable() throws {
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
