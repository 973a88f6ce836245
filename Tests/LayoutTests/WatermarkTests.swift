import Glibc
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct WatermarkTests {
    /// Whatever its length and angle, the watermark stays within the content area and is as large
    /// as possible.
    @Test(
        arguments: ["D", "DRAFT", "Not for distribution outside of the parties"],
        [-90, -30, 0, 45, 90])
    func watermarkFillsTheContentArea(words: String, angle: Double) throws {
        var setup = PageSetup()
        setup.watermark = Watermark(words)
        setup.watermark?.angle = angle
        let theme = Looks.named("print")
        let transcript = Talk.transcript(Talk.conversation(["<Hi"]), theme: theme)
        let paper = Paper(setup, width: nil, for: theme)
        let page = Pages(transcript, on: paper).page(0, with: MonospaceMeasurer())
        let block = try #require(page.blocks.last)
        #expect(block.role == .watermark(angle: angle))
        let (sine, cosine) = (abs(sin(angle * .pi / 180)), abs(cos(angle * .pi / 180)))
        let frame = block.frame
        let width = frame.width * cosine + frame.height * sine
        let height = frame.width * sine + frame.height * cosine
        #expect(width <= paper.content.width * 1.01 && height <= paper.content.height * 1.01)
        let isHigh = frame.height > paper.content.height * 0.11
        #expect(isHigh || width > paper.content.width * 0.9 || height > paper.content.height * 0.9)
        #expect(abs(frame.midX - paper.content.midX) < 0.01)
    }

    @Test func pagesHaveNoWatermarkByDefault() {
        let theme = Looks.named("print")
        let transcript = Talk.transcript(Talk.conversation(["<Hi"]), theme: theme)
        let page = Pages(transcript, on: Paper(PageSetup(), width: nil, for: theme))
            .page(0, with: MonospaceMeasurer())
        let isNone = page.blocks.map(\.role.isNoWatermark)
        #expect(!isNone.isEmpty && !isNone.contains(false))
    }
}

extension Block.Role {
    fileprivate var isNoWatermark: Bool {
        if case .watermark = self { false } else { true }
    }
}
