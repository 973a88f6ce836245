import Foundation
import Model
import Testing

@testable import Rendering

@Suite struct MissingCharactersTests {
    /// Two characters that no font has, one of them twice.
    private static let odd = "\u{F1234} and \u{1FAE9}, then \u{F1234}"

    private func render(
        _ text: String, as format: Output.Format, isStrict: Bool = false, split: Bool = false
    ) throws -> RenderedRequest.Rendered {
        let json =
            #"{"me": "a", "messages": [{"from": "b", "text": "\#(text)", "#
            + #""at": "2026-05-10T09:00:00Z"}, {"from": "a", "text": "\#(text)", "#
            + #""at": "2026-05-11T09:00:00Z"}], "options": {"strict": \#(isStrict)}"#
            + (split ? #", "output": {"split_by": "day"}}"# : "}")
        return try RenderedRequest.render(json, as: format)
    }

    /// One warning before the first byte lists the missing characters with counts.
    @Test(arguments: Output.Format.allCases.filter { $0.has(.measured) })
    func oneWarningBeforeTheFirstByteListsTheMissingCharactersWithCounts(
        format: Output.Format
    ) throws {
        // A BagIt archive also warns that it has no source, since none was received.
        let others = format == .bag ? 1 : 0
        let report = try #require(try render(Self.odd, as: format).report)
        #expect(report.warningCount == 1 + others)
        #expect(report.warnings.first?.kind == .missingLetter)
        #expect(
            report.warnings[0].detail
                == "no font has U+F1234 (4 times), \u{1FAE9} U+1FAE9 (2 times): drawn as hollow boxes"
                || report.warnings[0].detail
                    == "no font has U+F1234 (4 times), U+1FAE9 (2 times): drawn as hollow boxes"
        )
        #expect(try render("Plain words, שלום 😀", as: format).report?.warningCount == others)
    }

    @Test func partsOfASplitConversationWarnOnce() throws {
        let report = try #require(try render(Self.odd, as: .png, split: true).report)
        #expect(report.warningCount == 1 && report.warnings.count == 1)
        #expect(report.warnings[0].detail.contains("U+F1234 (4 times)"))
    }

    @Test func strictTurnsTheWarningIntoAnError() throws {
        #expect(throws: RenderFault.self) { try render(Self.odd, as: .png, isStrict: true) }
        #expect(try !render("Words", as: .png, isStrict: true).bytes.isEmpty)
    }

    @Test func svgDrawsABoxAndKeepsTheCharacterInvisible() throws {
        let svg = String(decoding: try render(Self.odd, as: .svg).bytes, as: UTF8.self)
        let line = try #require(
            svg.split(separator: "\n").first { $0.contains(">\u{F1234}</text>") })
        #expect(line.contains(" opacity=\"0\""))
        #expect(svg.contains("font-feature-settings:'calt' 0,'clig' 0"))
        let arabic = String(decoding: try render("سلام", as: .svg).bytes, as: UTF8.self)
        #expect(arabic.contains("style=\"font-feature-settings:normal\""))
    }

    @Test func layoutContainsTheWarning() throws {
        let json = String(decoding: try render(Self.odd, as: .json).bytes, as: UTF8.self)
        #expect(json.contains(#""kind":"missing-letter""#))
    }
}
