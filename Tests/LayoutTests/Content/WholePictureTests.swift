import Model
import Scene
import Testing
import Themes

@testable import Layout

/// Text around a picture does not crop it, and themes for evidence never crop pictures.
@Suite struct WholePictureTests {
    private static let words = String(repeating: "as it was pinned to the door ", count: 8)

    /// The fraction of its width or height by which each drawn picture is cropped.
    private func losses(_ made: Composition, _ pictures: [Size]) -> [Double] {
        // A theme's own pictures follow those of the conversation.
        let drawn = made.rowNodes().flatMap(\.pictures).filter { $0.id.number < pictures.count }
        return drawn.map { placed in
            let picture = pictures[placed.id.number]
            let ratio = placed.frame.width / placed.frame.height * picture.height / picture.width
            return 1 - min(ratio, 1 / ratio)
        }
    }

    private static let shapes = [
        Size(300, 424), Size(240, 426), Size(426, 240), Size(1200, 900), Size(900, 1200),
        Size(60, 60),
    ]

    @Test(arguments: Composition.lookNames)
    func longCaptionDoesNotCropItsPhoto(look: String) {
        for shape in Self.shapes {
            for isMine in [true, false] {
                let photo = SentAttachment(.image) {
                    $0.media = 0
                    $0.caption = Self.words
                }
                var message = Message([photo])
                message.status = .read
                let made = Composition(message, look: look, isMine: isMine, pictures: [shape])
                // The tail, which a picture without text fills as well, is some points wide.
                #expect(losses(made, [shape]).allSatisfy { $0 < 0.04 }, "\(shape)")
            }
        }
    }

    @Test(arguments: Composition.lookNames)
    func textANameAndAQuotationInTheBubbleDoNotCropAPhoto(look: String) {
        for shape in Self.shapes {
            var message = Message([SentAttachment(.image) { $0.media = 0 }])
            message.body = [.paragraph(RichText(Self.words))]
            message.details.replyTo = Reply()
            message.details.replyTo?.text = Self.words
            let made = Composition(message, look: look, pictures: [shape])
            #expect(losses(made, [shape]).allSatisfy { $0 < 0.04 }, "\(shape)")
        }
    }

    @Test func captionIsSetAsWideAsItsPhoto() throws {
        let photo = SentAttachment(.image) {
            $0.media = 0
            $0.caption = Self.words
        }
        let made = Composition(Message([photo]), look: "telegram", pictures: [Size(480, 640)])
        let picture = try #require(made.rowNodes().flatMap(\.pictures).first)
        let caption = try #require(made.rowNodes().flatMap(\.texts).first)
        #expect(picture.frame.width == 240)
        #expect(caption.size.width <= 240 - made.composer.style.padding.horizontal)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 7, 30, 45])
    func inPrintEveryPictureIsUncroppedWhateverTheirNumberAndShape(count: Int) {
        let shapes = [
            Size(400, 300), Size(300, 4000), Size(4000, 300), Size(60, 60), Size(1000, 1),
            Size(9, 16),
        ]
        let pictures = (0..<count).map { shapes[$0 % shapes.count] }
        var message = Message(
            pictures.indices.map { index in SentAttachment(.image) { $0.media = index } })
        message.attachments[0].caption = Self.words
        let made = Composition(message, look: "print", pictures: pictures)
        #expect(losses(made, pictures).count == count)
        #expect(losses(made, pictures).allSatisfy { $0 < 0.0001 })
        for placed in made.rowNodes().flatMap(\.pictures) {
            #expect(placed.clip == nil || placed.clip == .rectangle(placed.frame))
        }
        let clips = made.rowNodes().contains { node in
            if case .clipped(_, let nodes) = node {
                nodes.contains { !$0.pictures.isEmpty }
            } else {
                false
            }
        }
        #expect(!clips)
        #expect(made.contents[0].pieces[0].size.width <= made.composer.mediaWidth + 0.001)
    }

    @Test func inPrintLinkPreviewsAndPicturesOfCardsAreUncropped() {
        for shape in [Size(400, 300), Size(4000, 300), Size(100, 300)] {
            let link = Message {
                $0.link = LinkPreview(url: "https://example.com")
                $0.link?.picture = 0
            }
            let card = Message([SentAttachment(.card) { $0.media = 0 }])
            for message in [link, card] {
                let made = Composition(message, look: "print", pictures: [shape])
                #expect(losses(made, [shape]).count == 1)
                #expect(losses(made, [shape]).allSatisfy { $0 < 0.0001 })
            }
        }
    }

    @Test func inPrintTheNamesOfFilesAndOfVideosWithoutAPosterAreShownInFull() {
        let name = String(repeating: "Settlement agreement ", count: 9) + "FINAL.pdf"
        for kind in [SentAttachment.Kind.file, .video, .video_note] {
            let one = SentAttachment(kind) { $0.name = name }
            let gone = SentAttachment(kind) {
                $0.name = name
                $0.missing = "not in export"
            }
            let made = Composition(Message([one, gone]), look: "print")
            #expect(made.drawnWords().filter { $0 == name }.count == 2)
            for line in made.rowNodes().flatMap(\.texts).filter({ $0.text == name }) {
                #expect(line.lines.last?.text.upperBound == Int32(name.utf8.count))
            }
        }
    }

    @Test func videosWithoutAPosterShowTheirNamesInAlbums() {
        let films = ["a.mp4", "b.mp4", "c.mp4"].map { name in
            SentAttachment(.video) { $0.name = name }
        }
        let words = Composition(Message(films), look: "whatsapp").drawnWords()
        #expect(words == ["a.mp4", "b.mp4", "c.mp4"])
    }
}
