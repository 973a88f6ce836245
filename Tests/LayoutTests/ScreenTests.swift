import Scene
import TestSupport
import Testing
import Themes

@testable import Layout
@testable import Model

@Suite struct ScreenTests {
    private let measurer = MonospaceMeasurer()

    private func transcript(
        _ conversation: Conversation, _ look: String, _ frame: ScreenFrame = ScreenFrame(.screen),
        width: Double = 390
    ) -> Transcript {
        var options = Options()
        options.show.header = false
        let plain = Talk.transcript(
            conversation, theme: Looks.named(look), options: options, width: width)
        return Transcript(
            plain.layout, rows: plain.rows, bars: ScreenBars(plain.layout, frame, with: measurer))
    }

    private func pages(
        _ conversation: Conversation, _ kind: ScreenFrame.Kind, width: Int, height: Int,
        look: String = "whatsapp"
    ) -> Pages {
        var canvas = PictureCanvas(width: width, height: height)
        canvas.show(kind)
        let measure = canvas.measure(width: nil, scale: nil)
        let paper = Paper(
            canvas, width: measure.width, scale: measure.scale, for: Looks.named(look))
        return Pages(transcript(conversation, look, width: measure.width), on: paper)
    }

    private func texts(_ nodes: [Node]) -> [(text: String, at: Point, size: Size)] {
        nodes.flatMap(\.placedTexts).map { ($0.text.text, $0.origin, $0.text.size) }
    }

    @Test(arguments: Looks.catalog.names)
    func barsAddExactlyTheirHeight(look: String) {
        let talk = Talk.conversation(["<Hi", ">Hello", "<Bye"])
        var options = Options()
        options.show.header = false
        let plain = Talk.transcript(talk, theme: Looks.named(look), options: options, width: 390)
        let framed = transcript(talk, look)
        let insets = Looks.named(look).screen.insets
        #expect(framed.height == plain.height + insets.top + insets.bottom)
        for (tall, top) in zip(framed.tops, plain.tops) { #expect(tall == top + insets.top) }
        let around = framed.surroundings
        #expect(around.above.map(\.role) == [.artifact, .title])
        #expect(around.above[0].frame == Rect(0, 0, 390, ScreenStyle.statusHeight))
        #expect(around.above[1].frame.maxY == insets.top)
        #expect(around.below[0].frame.minY == framed.height - insets.bottom)
        #expect(around.below[0].frame.maxY == framed.height)
    }

    @Test func statusBarShowsOnlyGivenValues() {
        let talk = Talk.conversation(["<Hi"])
        let bare = transcript(talk, "imessage").surroundings.above[0]
        #expect(texts(bare.nodes).isEmpty)
        var frame = ScreenFrame(.screen)
        (frame.time, frame.carrier, frame.battery) = ("9:41", "Net", 50)
        let full = transcript(talk, "imessage", frame).surroundings.above[0]
        #expect(texts(full.nodes).map(\.text) == ["9:41", "Net"])
        #expect(full.nodes.count > bare.nodes.count + 2)
    }

    @Test func appBarShowsTitleAndSubtitle() {
        var talk = Talk.conversation(["<Hi"])
        func words(_ look: String) -> String {
            transcript(talk, look).surroundings.above[1].text
        }
        #expect(words("whatsapp") == "Ben Berg\nonline" && words("imessage") == "Ben Berg")
        talk.participants.append(Participant(id: "eva", name: "Eva"))
        talk.title = "Trip"
        #expect(words("telegram") == "Trip\n3 members")
        #expect(words("whatsapp").hasPrefix("Trip\n") && words("whatsapp").contains("Eva"))
        talk.subtitle = "since May"
        #expect(words("telegram") == "Trip\nsince May" && words("imessage") == "Trip\nsince May")
        talk.subtitle = nil
        talk.locale = "de"
        #expect(words("telegram") == "Trip\n3 Mitglieder")
        let input = texts(transcript(talk, "telegram").surroundings.below[0].nodes)
        #expect(input.map(\.text) == ["Nachricht"])
    }

    @Test(arguments: Looks.catalog.names)
    func longNamesStayBetweenTheIcons(look: String) {
        var talk = Talk.conversation(["<Hi"])
        talk.title = String(repeating: "Hildegard von Bingen ", count: 2_000)
        for text in texts(transcript(talk, look).surroundings.above[1].nodes) {
            #expect(text.at.x >= 20 && text.at.x + text.size.width <= 380, "\(look)")
        }
    }

    @Test func barsAreMirroredInRightToLeftLocales() {
        var talk = Talk.conversation(["<Hi"])
        let left = texts(transcript(talk, "whatsapp").surroundings.above[1].nodes)
        talk.locale = "ar"
        let right = texts(transcript(talk, "whatsapp").surroundings.above[1].nodes)
        #expect(left[0].text == right[0].text)
        #expect(abs(left[0].at.x + right[0].at.x + right[0].size.width - 390) < 0.01)
    }

    @Test(arguments: ["whatsapp", "imessage", "discord", "classic-sms"])
    func fixedScreensAreFullOfTheNewestMessages(look: String) throws {
        let texts = (1...60).map { number in
            (number % 3 == 0 ? ">" : "<")
                + String(repeating: "Number \(number) ", count: number % 7 + 1)
        }
        for count in 40...60 {
            let talk = Talk.conversation(Array(texts.prefix(count)))
            let all = pages(talk, .screen, width: 1_080, height: 1_920, look: look)
            #expect(all.count > 1)
            let newest = all.newest
            let slice = newest.slices[0]
            #expect(newest.count == 1 && slice.rows.upperBound == all.transcript.rows.count)
            let region = try #require(newest.region)
            let rows = newest.placedRows(on: 0)
            #expect(abs((rows.last?.block.frame.maxY ?? 0) - newest.paper.content.maxY) < 0.01)
            // The bar cuts the first row, or there is no room for one more than its gap.
            let top = rows[0].block.frame.minY
            let gap = all.transcript.rows[slice.rows.lowerBound].gap
            #expect(top >= region.minY - 0.01 && top - region.minY <= gap)
            #expect(rows[0].block.ink.minY >= region.minY - 60)
            guard slice.from > 0 else { continue }
            #expect(abs(top - region.minY) < 0.01)
            guard case .clipped(let outline, _)? = rows[0].block.nodes.first else {
                Issue.record("The first row is not cut.")
                continue
            }
            #expect(outline.bounds == region)
        }
    }

    @Test func fewMessagesAreAlignedAsInTheApp() {
        let talk = Talk.conversation(["<Hi"])
        let bottom = pages(talk, .screen, width: 1_080, height: 1_920)
        #expect(
            abs((bottom.placedRows(on: 0).last?.block.frame.maxY ?? 0) - bottom.paper.content.maxY)
                < 0.01)
        let top = pages(talk, .screen, width: 1_080, height: 1_920, look: "imessage")
        #expect(
            abs((top.placedRows(on: 0).first?.block.frame.minY ?? 0) - top.paper.content.minY)
                < 0.01)
    }

    @Test func messagesTallerThanTheScreenShowTheirEnd() {
        let words = (0..<3_000).map { "w\($0)" }.joined(separator: " ")
        let newest = pages(Talk.conversation(["<" + words]), .screen, width: 780, height: 1_400)
            .newest
        let rows = newest.placedRows(on: 0)
        #expect(rows.count == 1 && rows[0].block.isContinued)
        #expect(rows[0].block.text.contains("w2999"))
        #expect(abs(rows[0].block.frame.minY - (newest.region?.minY ?? 0)) < 0.01)
        #expect(rows[0].block.frame.maxY <= newest.paper.content.maxY + 0.01)
    }

    @Test(arguments: [(1_920, 1_080), (1_080, 1_080), (1_200, 630), (1_080, 1_920)])
    func phonesAreCompleteAndCentered(width: Int, height: Int) throws {
        let pages = pages(Talk.conversation(["<Hi"]), .device, width: width, height: height)
        let look = try #require(pages.paper.geometry)
        let (screen, phone) = (try #require(look.screen), try #require(look.phone))
        let canvas = Rect(0, 0, pages.paper.size.width, pages.paper.size.height)
        #expect(canvas.contains(phone.frame))
        #expect(abs(phone.frame.midX - canvas.midX) < 1 && abs(phone.frame.midY - canvas.midY) < 1)
        #expect(abs(screen.height / screen.width - 844.0 / 390) < 0.02)
        // Everything on the screen is clipped to its rounded corners.
        let blocks = pages.blocks(of: 0, with: measurer)
        let bars = blocks.filter { $0.role == .title || $0.role == .artifact }
        #expect(bars.count == 4)
        for bar in bars.prefix(3) {
            guard case .clipped(let outline, _)? = bar.nodes.first else {
                Issue.record("A bar is not clipped.")
                continue
            }
            let bounds = outline.bounds
            #expect(abs(bounds.minX - screen.minX) < 0.01 && abs(bounds.maxX - screen.maxX) < 0.01)
            #expect(abs(bounds.minY - screen.minY) < 0.01 && abs(bounds.maxY - screen.maxY) < 0.01)
        }
    }

    @Test func markIsAtTheBottomOfPicturesAndPages() {
        let plain = Talk.transcript(Talk.conversation(["<Hi"]), theme: Looks.named("signal"))
        let mark = MarkLine("Reconstruction", for: Looks.named("signal"))
        let marked = Transcript(plain.layout, rows: plain.rows, mark: mark, markedBy: measurer)
        #expect(marked.height == plain.height + 24 && marked.tops == plain.tops)
        #expect(marked.surroundings.below.map(\.text) == ["Reconstruction"])
        let pages = Pages(marked, on: Paper(PageSetup(), width: nil, for: plain.layout.theme))
        let block = pages.blocks(of: 0, with: measurer).last
        #expect(block?.text == "Reconstruction")
        #expect((block?.frame.minY ?? 0) > pages.paper.content.maxY)
    }
}
