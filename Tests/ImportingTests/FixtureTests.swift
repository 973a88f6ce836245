import Foundation
import Importing
import Testing

@Suite struct FixtureTests {
    /// Recording is for authors: CHATPRINT_RECORD=1 writes what came out and fails, so that no run
    /// passes by it.
    static let isRecording = ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1"

    @Test(arguments: Fixture.all)
    func readsTheExportAsExpected(fixture: Fixture) throws {
        let actual: String
        do {
            let imported = try ShippedImport.read(
                try fixture.bytes, name: try fixture.name, options: try fixture.options)
            actual = ConversationText.of(imported)
        } catch let error as ImportError {
            actual = "error: \(error)\n"
        }
        if Self.isRecording, try fixture.expected != actual {
            let head = try String(contentsOf: fixture.expectation, encoding: .utf8)
                .components(separatedBy: "\n").first { $0.hasPrefix("?") }
            let text = (head.map { $0 + "\n" } ?? "") + actual
            try text.write(to: fixture.expectation, atomically: true, encoding: .utf8)
        }
        #expect(try fixture.expected == actual)
        #expect(!Self.isRecording, "expectations were recorded: look at them, then run again")
    }
}
