import Model
import TestDrawing
import Testing

@testable import Rendering

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

    @Test(arguments: [
        (#""motion":{"loop":3,"fps":5,"duration":1}"#, Output.Format.mp4, "motion/loop"),
        (#""motion":{"loop":3,"fps":5,"duration":1}"#, .webm, "motion/loop"),
        (#""motion":{"fps":60,"duration":1}"#, .gif, "motion/fps"),
        (#""page":{"number":1}"#, .svg, "page/number"),
        (#""page":{"number":1},"engine":"cairo""#, .png, "page/number"),
        (#""quality":30"#, .png, "quality"), (#""quality":30"#, .pdf, "quality"),
        (#""max_height":100"#, .png, "max_height"), (#""max_height":100"#, .svg, "max_height"),
        (#""max_height":100,"overflow":"error""#, .html, "max_height"),
    ])
    func settingsThatAFormatCannotKeepAreReported(
        output: String, format: Output.Format, pointer: String
    ) throws {
        #expect(try warnings(Self.talk(output), as: format) == ["/output/" + pointer])
    }

    @Test(arguments: [
        (#""motion":{"loop":3,"fps":50,"duration":1}"#, Output.Format.gif),
        (#""motion":{"fps":60,"duration":1}"#, .apng), (#""quality":30"#, .jpeg),
        (#""max_height":1000,"overflow":"truncate""#, .webp), (#""max_height":500"#, .zip),
        (#""max_height":500,"t":1"#, .svg),
    ])
    func settingsThatAFormatKeepsAreNotReported(output: String, format: Output.Format) throws {
        #expect(try warnings(Self.talk(output), as: format) == [])
    }
}
