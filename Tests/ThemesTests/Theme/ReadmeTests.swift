import Basics
import Foundation
import Testing

@testable import Themes

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
