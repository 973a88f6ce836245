import Model
import TestSupport
import Testing

@testable import Rendering

@Suite struct TextDocumentFormatTests {
    private static let formats: [Output.Format] = [.txt, .md, .csv, .mbox]

    private static func talk(_ count: Int, _ more: String = "") -> String {
        let messages = (0..<count).map { #"{"from": "\#($0 % 2)", "text": "Message \#($0)"}"# }
        return #"{\#(more)"messages": [\#(messages.joined(separator: ","))]}"#
    }

    private static let photo = #"""
        {"messages": [{"from": "a", "attachments": [{"kind": "image", "name": "a.png", "src": {"data":
        "\#(TestImage.dot)"}}]}]
        """#

    @Test(arguments: formats)
    func textFormatsContainEveryMessage(format: Output.Format) throws {
        let made = try RenderedRequest.render(Self.talk(3_000), as: format)
        let text = String(decoding: made.bytes, as: UTF8.self)
        #expect(text.split(separator: "Message ").count == 3_001)
        #expect(made.report?.messages == 3_000 && made.report?.width == 0)
        #expect(made.report?.warningCount == 0)
    }

    @Test(arguments: formats)
    func partsAreInAZIP(format: Output.Format) throws {
        let made = try RenderedRequest.render(
            Self.talk(9, #""output": {"split_by": "3"}, "#), as: format)
        #expect(made.report?.format == .zip && made.report?.pages == 3)
        // The name of each part occurs before it and in the directory of the archive.
        let names = String(decoding: made.bytes, as: UTF8.self).split(
            separator: "." + format.rawValue)
        #expect(names.count == 7)
    }

    @Test(arguments: formats)
    func omittedContentGetsAWarning(format: Output.Format) throws {
        let made = try RenderedRequest.render(Self.photo + "}", as: format)
        #expect(made.report?.warnings.map(\.kind) == [.unsupported])
        #expect(String(decoding: made.bytes, as: UTF8.self).contains("a.png"))
        #expect {
            try RenderedRequest.render(Self.photo + #", "options": {"strict": true}}"#, as: format)
        } throws: { error in
            guard case .strict(let warning) = error as? RenderFault else { return false }
            return warning.detail.contains("not included")
        }
    }
}
