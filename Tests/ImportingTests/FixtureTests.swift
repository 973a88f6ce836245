import Foundation
import Importing
import Testing

@Suite struct FixtureTests {
    /// With CHATPRINT_RECORD=1, expectations are rewritten and the run fails, so that no run passes
    /// while recording.
    static let isRecording = ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1"

    @Test(arguments: Fixture.all)
    func readsTheExportAsExpected(fixture: Fixture) throws {
        let actual: String
        do {
            let imported = try ShippedImport.read(
                try fixture.bytes, name: try fixture.name, options: try fixture.options,
                password: try fixture.password)
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
        #expect(!Self.isRecording, "Expectations were recorded. Review them, then run again.")
    }
}
