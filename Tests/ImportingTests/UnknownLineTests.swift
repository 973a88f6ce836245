import Foundation
import Importing
import Model
import Testing

/// A line that its format does not have is shown, reported, or makes the import fail.
@Suite struct UnknownLineTests {
    private static let line = "zxq unknown line"

    private static let texts = Fixture.all.filter { fixture in
        ["txt", "log", "csv"].contains((try? fixture.export)?.pathExtension)
            // In others, the line may be part of another chat, or damage the encoding.
            && (try? fixture.options)?.chat == nil
            && (try? fixture.bytes).map { String(validating: $0, as: UTF8.self) != nil } ?? false
    }

    @Test(arguments: texts)
    func unknownLinesAreNeverDroppedSilently(fixture: Fixture) throws {
        let text = String(decoding: try fixture.bytes, as: UTF8.self)
        let separator = text.contains("\r\n") ? "\r\n" : "\n"
        let lines = text.split(separator: separator, omittingEmptySubsequences: false)
        let before = try warnings(fixture, text)
        for place in Set([0, 1, lines.count / 2, lines.count - 1]).sorted() {
            var changed = lines
            changed.insert(Self.line[...], at: min(place, lines.count))
            let changedText = changed.joined(separator: separator)
            guard
                let imported = try? ShippedImport.read(
                    Array(changedText.utf8), name: fixture.name, options: fixture.options)
            else { continue }
            let isShown = ConversationText.of(imported).contains("zxq")
            let isReported = imported.warnings.contains { warning in
                [.unsupported, .importing].contains(warning.kind)
                    && !before.contains(warning.detail)
            }
            #expect(isShown || isReported, "line \(place + 1)")
        }
    }

    private func warnings(_ fixture: Fixture, _ text: String) throws -> [String] {
        try ShippedImport.read(
            Array(text.utf8), name: fixture.name, options: fixture.options
        ).warnings.map(\.detail)
    }
}
