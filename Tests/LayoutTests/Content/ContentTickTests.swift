import Basics
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// Delivery ticks mean what they mean in the app, and are visible on every background.
@Suite struct ContentTickTests {
    private func marks(
        _ status: Message.Status, look: String, mode: ThemeMode = .light,
        _ attachment: SentAttachment? = nil
    ) -> TimeMark? {
        var message = Message(attachment.map { [$0] } ?? [])
        message.status = status
        let made = Composition(
            message, look: look, mode: mode, isMine: true, pictures: [Size(400, 300)])
        return made.composer.bubbles().last?.footer?.value
    }

    private let photo = SentAttachment(.image) { $0.media = 0 }
    private let cloud = SentAttachment(.sticker) { $0.media = 0 }

    private func checks(_ mark: TimeMark?) -> Int? {
        guard let ticks = mark?.ticks else { return nil }
        var drawing = Drawing(
            frame: .zero, canvas: .zero, pictures: PictureTable(sizes: [], mediaCount: 0))
        ticks.draw(at: .zero, on: &drawing)
        return drawing.nodes.count
    }

    @Test func telegramsSecondTickMeansReadWhatsAppsMeansDelivered() {
        #expect(checks(marks(.sent, look: "telegram")) == 1)
        #expect(checks(marks(.delivered, look: "telegram")) == 1)
        #expect(checks(marks(.read, look: "telegram")) == 2)
        #expect(checks(marks(.sent, look: "whatsapp")) == 1)
        #expect(checks(marks(.delivered, look: "whatsapp")) == 2)
        #expect(checks(marks(.read, look: "whatsapp")) == 2)
    }

    @Test(arguments: ThemeMode.allCases)
    func readStickerHasBlueTicksInWhatsApp(mode: ThemeMode) throws {
        let color = try #require(marks(.read, look: "whatsapp", mode: mode, cloud)?.ticks).readColor
        #expect(color.blue > color.red + 60 && color.blue > color.green)
    }

    @Test(arguments: ["whatsapp", "telegram", "signal"], ThemeMode.allCases)
    func onWhiteAndBlackPicturesTextHasAContrastOf451AndTicksOf31(look: String, mode: ThemeMode)
        throws
    {
        for status in [Message.Status.sent, .delivered, .read] {
            let mark = try #require(marks(status, look: look, mode: mode, photo))
            let words = try #require(mark.time?.runs.first?.color)
            let ticks = try #require(mark.ticks)
            for photo in [Color.white, .black] {
                let ground = TimeMark.shade.over(photo)
                #expect(words.contrast(with: ground) >= 4.5)
                let color = status == .read ? ticks.readColor : ticks.color
                #expect(color.contrast(with: ground) >= 3, "\(look) \(mode) \(status)")
            }
        }
    }

    @Test(arguments: ["whatsapp", "telegram"])
    func ticksOnALabelHaveAContrastOf31(look: String) throws {
        for mode in ThemeMode.allCases {
            let mark = try #require(marks(.read, look: look, mode: mode, cloud))
            guard case .chip(let fill) = mark.ground else {
                Issue.record("\(look) has no label")
                return
            }
            #expect(try #require(mark.ticks).readColor.contrast(with: fill) >= 2.99)
        }
    }
}
