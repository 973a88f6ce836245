import Basics
import Foundation
import Testing

@testable import Themes

/// Generates the files in config/locales from the system's tables:
///
///     CHATPRINT_WRITE_LOCALES=1 swift test --filter TableWritingTests
@Suite struct TableWritingTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("config/locales")

    @Test(.enabled(if: ProcessInfo.processInfo.environment["CHATPRINT_WRITE_LOCALES"] == "1"))
    func writesTheTables() throws {
        let zlib = try #require(Zlib(level: 12))
        let names = NameTable { zlib.compress($0) }
        let files = [
            ("dates.txt", Data(DateTable(aliases: DateTable.aliases).text.utf8)),
            ("money.txt", Data(MoneyTable().text.utf8)),
            ("names.txt", Data(names.index.utf8)), ("names.bin", Data(names.blocks)),
        ]
        for (name, bytes) in files {
            try bytes.write(to: Self.folder.appendingPathComponent(name))
        }
    }

    /// Shows if a newer system would generate other files, as do the comparisons in the other
    /// suites.
    @Test func tablesMatchThisSystem() {
        for identifier in KnownLocales.identifiers {
            let name = LocaleTable.present(LocaleName(identifier))
            let dates = LocaleTable.dates.entry(for: name)
            for (field, value) in DateTable.fields(of: identifier) where field != "hours" {
                #expect(dates[field] == value, "\(identifier) \(field)")
            }
        }
    }

    /// Lines are found by binary search.
    @Test(arguments: ["dates.txt", "money.txt", "names.txt"])
    func linesAreSorted(file: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(file), encoding: .utf8)
        let words = text.utf8.split(separator: 0x0A).map { Array($0.prefix { $0 != 0x09 }) }
            .filter { $0.first != UInt8(ascii: "#") }
        #expect(words.count > 300)
        for (word, next) in zip(words, words.dropFirst()) {
            #expect(
                word.lexicographicallyPrecedes(next), "\(String(decoding: next, as: UTF8.self))")
        }
    }

    @Test func everyLineCanBeFound() throws {
        let path = Self.folder.appendingPathComponent("dates.txt")
        let text = try String(contentsOf: path, encoding: .utf8)
        for line in text.utf8.split(separator: 0x0A) where line.first != UInt8(ascii: "#") {
            let words = String(Substring(line)).parted(at: "\t")
            #expect(BundledTable.dates.line(words[0]) == Array(words.dropFirst()))
        }
        for word in ["", "a", "zzzz", "#", "# Words", "de_", "DE"] {
            #expect(BundledTable.dates.line(word) == nil, "\(word)")
        }
        #expect(BundledTable("locales/none.txt").line("de") == nil)
    }
}
