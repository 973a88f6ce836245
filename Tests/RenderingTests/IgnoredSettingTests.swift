import Model
import TestDrawing
import Testing

@testable import Rendering

/// Settings of PDFs that another output does not have.
@Suite struct IgnoredSettingTests {
    private static func talk(_ output: String, _ options: String = "") -> String {
        #"{"messages":["Hi"],"output":{\#(output)},"options":{\#(options)}}"#
    }

    private static let stamps = #"""
        "page":{"watermark":"DRAFT","legend":"Confidential","exhibit":"E7","bates":{"prefix":"A-"}}
        """#

    private func warnings(_ json: String, as format: Output.Format) throws -> [String] {
        let report = try #require(try RenderedRequest.render(json, as: format).report)
        #expect(report.warningCount == report.warnings.count)
        return report.warnings.filter { $0.kind == .ignoredValue }.map(\.pointer)
    }

    @Test(arguments: [Output.Format.png, .svg, .html, .txt, .zip])
    func missingStampsAreReported(format: Output.Format) throws {
        let pointers = ["watermark", "legend", "exhibit", "bates"].map { "/output/page/" + $0 }
        #expect(try warnings(Self.talk(Self.stamps), as: format) == pointers)
        let error = #expect(throws: RenderFault.self) {
            try RenderedRequest.render(Self.talk(Self.stamps, #""strict":true"#), as: format)
        }
        guard case .strict(let warning) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(warning.pointer == "/output/page/watermark")
    }

    @Test(arguments: [Output.Format.pdf, .bag, .production])
    func documentsHaveStamps(format: Output.Format) throws {
        #expect(try warnings(Self.talk(Self.stamps), as: format) == [])
        #expect(try warnings(Self.talk(#""attach":true"#), as: format) == [])
    }

    @Test func anEndlessPageHasNoStamps() throws {
        let talk = Self.talk(#""page":{"size":"endless","legend":"Confidential"}"#)
        #expect(try warnings(talk, as: .pdf) == ["/output/page/legend"])
    }

    @Test(arguments: [
        (#""attach":true"#, Output.Format.png), (#""attach":true,"archival":false"#, .pdf),
        (#""attach":true,"engine":"cairo""#, .pdf),
    ])
    func filesThatAreNotEmbeddedAreReported(output: String, format: Output.Format) throws {
        #expect(try warnings(Self.talk(output), as: format) == ["/output/attach"])
    }
}
