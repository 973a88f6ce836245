import Model
import Scene
import Testing
import Themes

@testable import Layout

@Suite struct ContentMediaTests {
    private static let photo = Size(1200, 900)

    private func photos(_ count: Int) -> Message {
        Message((0..<count).map { index in SentAttachment(.image) { $0.media = index } })
    }

    private func album(of kinds: [SentAttachment.Kind]) -> Message {
        Message(kinds.map { SentAttachment(kind: $0) })
    }

    @Test func photoKeepsItsProportionsWithinTheThemesLimits() throws {
        let made = Composition(photos(1), pictures: [Self.photo])
        let piece = try #require(made.pieces.first as? MediaPiece)
        #expect(piece.size == Size(260, 195))
        #expect(piece.bleeds)
    }

    @Test func photoFollowsTheBubblesCorners() throws {
        let made = Composition(photos(1), pictures: [Self.photo])
        let clip = Path.rounded(Rect(0, 0, 260, 195), 17)
        let nodes = made.nodes(of: made.pieces[0], in: Rect(0, 0, 260, 195), clip: clip)
        #expect(nodes.flatMap(\.pictures).map(\.clip) == [clip])
    }

    @Test(arguments: [2, 3, 4, 5, 6, 7, 8, 10, 23, 30, 45])
    func albumsPicturesArePlacedWithoutOverlaps(count: Int) throws {
        let grid = AlbumGrid(aspects: Array(repeating: 1.3, count: count), width: 250)
        #expect(grid.frames.count == min(count, AlbumGrid.maxPictures))
        for (index, frame) in grid.frames.enumerated() {
            #expect(frame.minX >= 0 && frame.maxX <= 250.001)
            #expect(frame.minY >= 0 && frame.maxY <= grid.size.height + 0.001)
            #expect(!grid.frames.dropFirst(index + 1).contains { $0.intersects(frame) })
        }
        let covered = grid.frames.reduce(0) { $0 + $1.width * $1.height }
        #expect(covered > 0.95 * grid.size.width * grid.size.height)
    }

    @Test func consecutivePhotosAndVideosFormAnAlbumWhichOtherContentEnds() throws {
        var message = album(of: [.image, .video, .image, .file, .image, .image])
        let made = Composition(message, look: "whatsapp")
        #expect(made.pieces.map { "\(type(of: $0))" } == ["AlbumPiece", "CardRow", "AlbumPiece"])
        message = album(of: [.image, .file, .image])
        #expect(Composition(message, look: "whatsapp").pieces.allSatisfy { $0 is CardRow })
    }

    @Test(
        "Hidden pictures of an album are counted on its last picture and in the text for screen readers"
    )
    func albumRest() throws {
        let count = 33
        let made = Composition(photos(count), pictures: Array(repeating: Self.photo, count: count))
        #expect(made.drawnWords().contains("+4"))
        #expect(made.text == "33 photos")
    }

    @Test func namedPicturesOfAnAlbumAreDescribedOneByOne() throws {
        var message = photos(2)
        message.attachments[0].alt = "A dog"
        message.attachments[1].name = "IMG_2.jpg"
        let made = Composition(message, pictures: [Self.photo, Self.photo])
        #expect(made.text == "Photo: A dog\nPhoto: IMG_2.jpg")
    }

    @Test func videoWithoutAPosterIsDarkWithAPlayMarkAndItsDuration() throws {
        let film = SentAttachment(.video) {
            $0.duration = 65
            $0.name = "dog.mp4"
        }
        let made = Composition(Message([film]))
        #expect(made.drawnWords() == ["dog.mp4", "1:05"])
        #expect(made.text == "Video, 1:05: dog.mp4")
        #expect(made.pieces[0].size == Size(260, 146.25))
    }

    @Test func gifHasALabel() throws {
        let gif = SentAttachment(.gif) { $0.media = 0 }
        #expect(Composition(Message([gif]), pictures: [Self.photo]).drawnWords() == ["GIF"])
    }

    @Test(arguments: Composition.lookNames)
    func stickerIsDrawnInFullWithoutABubble(look: String) throws {
        let sticker = SentAttachment(.sticker) { $0.media = 0 }
        let made = Composition(Message([sticker]), look: look, pictures: [Size(512, 256)])
        #expect(made.contents[0].isBare)
        let piece = try #require(made.pieces[0] as? StickerPiece)
        #expect(piece.size.width == piece.size.height * 2)
    }

    @Test func videoMessageIsRoundAndBare() throws {
        let note = SentAttachment(.video_note) { $0.duration = 9 }
        let made = Composition(Message([note]), look: "telegram")
        #expect(made.contents[0].isBare)
        #expect(made.drawnWords() == ["0:09"])
    }

    @Test(arguments: [("imessage", 2), ("messenger", 2), ("whatsapp", 1), ("telegram", 1)])
    func captionIsBelowItsPictureInTheSameBubbleOrInAnother(look: String, bubbles: Int) throws {
        let photo = SentAttachment(.image) {
            $0.media = 0
            $0.caption = "Our dog"
        }
        let made = Composition(Message([photo]), look: look, pictures: [Self.photo])
        #expect(made.contents.count == bubbles)
        #expect(made.text == "Photo\nOur dog")
        #expect(made.drawnWords() == ["Our dog"])
    }

    @Test func missingFileShowsItsKindNameAndReason() throws {
        let photo = SentAttachment(.image) {
            $0.name = "IMG_1.jpg"
            $0.size = 1_234_567
            $0.missing = "not in export"
        }
        let made = Composition(Message([photo]))
        #expect(made.drawnWords() == ["IMG_1.jpg", "Photo · 1.2 MB", "not in export"])
        #expect(made.text == "Photo: IMG_1.jpg (not in export)")
        let bare = Composition(Message([SentAttachment(kind: .sticker)]))
        #expect(bare.drawnWords() == ["Sticker", "Not available"])
        #expect(!bare.contents[0].isBare)
    }

    @Test(arguments: [1, 2, 7, 64, 65, 10_000])
    func anyNumberOfSamplesIsDrawnAsTheNumberOfBarsThatFits(samples: Int) {
        let loud = (0..<samples).map { Float($0 % 13) }
        let waveform = Waveform(samples: loud, bars: 40)
        #expect(waveform.bars.count == 40)
        #expect(waveform.bars.allSatisfy { $0 >= 0 && $0 <= 1 })
        #expect(samples < 2 || waveform.bars.max() == 1)
    }

    @Test func withoutSamplesTheWaveformOfEveryMessageIsTheSameLine() throws {
        #expect(Waveform(samples: [], bars: 30).bars.isEmpty)
        #expect(Waveform(samples: [.nan, .infinity, 2], bars: 3).bars == [0, 0, 1])
        func nodes(_ id: String, _ samples: [Float]) throws -> [Node] {
            var message = Message([SentAttachment(.voice) { $0.waveform = samples }])
            message.id = id
            let made = Composition(message)
            return made.nodes(of: try #require(made.pieces.first), in: Rect(0, 0, 200, 40))
        }
        #expect(try nodes("m1", []) == nodes("m2", []))
        let bounds = try nodes("m1", []).compactMap(\.ink).filter { $0.minX > 30 }
        #expect(abs((bounds.map(\.width).max() ?? 0) - (200 - 32)) < 0.01)
        #expect(bounds.allSatisfy { $0.height < 10 })
        #expect(try nodes("m1", [1, 2]) != nodes("m1", []))
    }

    @Test func voiceMessageShowsItsDurationAndTranscript() throws {
        let voice = SentAttachment(.voice) {
            $0.duration = 12.5
            $0.transcript = "See you at nine"
        }
        let made = Composition(Message([voice]))
        #expect(made.drawnWords() == ["0:13", "Transcript", "See you at nine"])
        #expect(made.text == "Voice message, 0:13\nTranscript\nSee you at nine")
    }

    @Test func transcriptIsLabeledSmallerThanMessageTextAndInAnotherColor() throws {
        for kind in [SentAttachment.Kind.voice, .audio] {
            let sound = SentAttachment(kind) { $0.transcript = "See you at nine" }
            let made = Composition(Message([sound]), look: "whatsapp", locale: "de-DE")
            let texts = made.rowNodes().flatMap(\.texts)
            let label = try #require(texts.firstIndex { $0.text == "Transkript" })
            let words = texts[label + 1]
            #expect(words.text == "See you at nine")
            for run in texts[label].runs + words.runs {
                #expect(run.size < made.composer.theme.text.body.size)
                #expect(run.color == made.composer.style.secondaryColor)
            }
        }
    }

    @Test func longTranscriptBreaksBetweenPagesAtItsLines() throws {
        let voice = SentAttachment(.voice) {
            $0.transcript = String(repeating: "on and on ", count: 40)
        }
        let piece = try #require(Composition(Message([voice])).pieces.first)
        #expect(piece.breaks.count > 3)
        #expect(piece.breaks.allSatisfy { $0 > 40 })
    }

    @Test func photoWithoutTextFillsTheWholeBubbleIncludingTheTail() throws {
        let nodes = Composition(photos(1), pictures: [Self.photo]).rowNodes()
        let picture = try #require(nodes.flatMap(\.pictures).first)
        let clip = try #require(picture.clip)
        #expect(picture.frame.contains(clip.bounds))
        #expect(clip.bounds.width > 260)
        #expect(!nodes.contains { $0.isShape })
    }

    @Test func inThemesWithARimTheBubbleIsVisibleAroundItsPhoto() throws {
        let made = Composition(photos(1), look: "whatsapp", pictures: [Self.photo])
        #expect(made.rowNodes().contains { $0.isShape })
    }

    @Test func linksInCaptionsAreActive() {
        let photo = SentAttachment(.image) {
            $0.media = 0
            $0.caption = "See https://example.com"
        }
        let made = Composition(Message([photo]), pictures: [Self.photo])
        #expect(made.rowNodes().flatMap(\.links) == ["https://example.com"])
    }
}

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
