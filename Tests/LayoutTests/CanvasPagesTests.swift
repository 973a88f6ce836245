import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct CanvasPagesTests {
    private func pages(
        _ conversation: Conversation, width: Int, height: Int, look: String = "imessage",
        _ change: (inout PictureCanvas) -> Void = { _ in }
    ) -> Pages {
        var canvas = PictureCanvas(width: width, height: height)
        change(&canvas)
        let theme = Looks.named(look)
        let paper = Paper(
            canvas, width: Double(canvas.room.width), scale: 1, for: theme)
        let transcript = Talk.transcript(conversation, theme: theme, width: paper.columnWidth)
            .fitted(to: paper, with: MonospaceMeasurer())
        return Pages(transcript, on: paper)
    }

    private func words(_ pages: Pages) -> [String] {
        let measurer = MonospaceMeasurer()
        return (0..<pages.count).flatMap { number -> [String] in
            pages.blocks(of: number, with: measurer)
                .filter { $0.role == .message }
                .flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
                .filter { $0.hasPrefix("w") }
        }
    }

    @Test func bubblesThatFitAreNotSplit() throws {
        let texts = (0..<80).map { number in
            (number % 3 == 0 ? ">" : "<")
                + (0...(number * 7 % 40)).map { "w\(number).\($0)" }.joined(separator: " ")
        }
        let pages = pages(Talk.conversation(texts), width: 300, height: 420)
        #expect(pages.count > 5)
        for row in pages.transcript.rows { #expect(row.height <= pages.paper.content.height) }
        for number in 0..<pages.count {
            #expect(pages.slices[number].from == 0 && pages.slices[number].to == nil)
            for row in pages.placedRows(on: number) {
                #expect(row.block.frame.maxY <= 420 && row.block.frame.minY >= 0)
            }
        }
        // Each page holds as many rows as fit: the first row of the next page would not.
        for number in 1..<pages.count {
            let before = pages.slices[number - 1].rows
            let used = before.reduce(0.0) {
                let row = pages.transcript.rows[$1]
                return $0 + row.height + ($1 == before.lowerBound ? 0 : row.gap)
            }
            let next = pages.transcript.rows[pages.slices[number].rows.lowerBound]
            let follower = pages.transcript.rows[
                min(pages.slices[number].rows.lowerBound + 1, pages.transcript.rows.count - 1)]
            let least =
                next.keepsWithNext ? next.height + follower.gap + follower.height : next.height
            #expect(used + next.gap + least > pages.paper.content.height)
        }
    }

    @Test func tallMessagesSplitBetweenLinesAndAreReadOnce() {
        let said = (0..<900).map { "w\($0)" }
        let pages = pages(
            Talk.conversation(["<w-1", "<" + said.joined(separator: " "), ">w-2"]), width: 300,
            height: 300)
        #expect(pages.count > 4)
        #expect(words(pages) == ["w-1"] + said + ["w-2"])
        for number in 0..<pages.count {
            for row in pages.placedRows(on: number) {
                #expect(row.block.frame.maxY <= 300.01 && row.block.frame.minY >= -0.01)
            }
        }
    }

    /// A day header is not the last row of a canvas, unless the next message leaves it no room.
    @Test(arguments: [120, 200, 300, 420])
    func headersStayWithTheirMessages(height: Int) {
        let texts = (0..<40).map { "<" + String(repeating: "word ", count: $0 * 11 % 45 + 1) }
        // Ten hours apart, so two or three messages a day.
        let pages = pages(
            Talk.conversation(texts, secondsApart: 36_000), width: 300, height: height)
        let room = pages.paper.content.height
        for slice in pages.slices {
            let row = pages.transcript.rows[slice.rows.upperBound - 1]
            guard row.keepsWithNext, slice.rows.upperBound < pages.transcript.rows.count else {
                continue
            }
            let next = pages.transcript.rows[slice.rows.upperBound]
            #expect(row.height + next.gap + next.height > room)
        }
        for (number, slice) in pages.slices.enumerated() where slice.to != nil {
            #expect(
                pages.transcript.rows[slice.rows.upperBound - 1].height > room, "\(number)")
        }
    }

    @Test func tallMessagesSplitBetweenBubblesThatFit() throws {
        var conversation = Talk.conversation(["<w-1", ">w-2"])
        for (index, count) in [3, 5].enumerated() {
            for number in 0..<count {
                var attachment = Attachment(kind: .file)
                attachment.name = "file-\(number).pdf"
                attachment.caption = String(repeating: "wish ", count: 4 + number * 5)
                conversation.messages[index].attachments.append(attachment)
            }
        }
        for height in [190, 240, 333] {
            let pages = pages(conversation, width: 300, height: height)
            let rows = pages.transcript.rows
            #expect(rows.contains { $0.height > pages.paper.content.height })
            #expect(rows.contains { $0.seams.count > 1 })
            for slice in pages.slices {
                guard let cut = slice.to else { continue }
                let row = rows[slice.rows.upperBound - 1]
                guard !row.seams.contains(cut) else { continue }
                // Only a bubble too tall for any canvas is split.
                let next = row.seams.firstIndex { $0 > cut } ?? row.seams.count
                let start = next == 0 ? 0 : row.seams[next - 1]
                let end = next == row.seams.count ? row.height : row.seams[next]
                #expect(end - start > pages.paper.content.height - 2 * pages.continuedHeight)
            }
        }
    }

    @Test(arguments: ["imessage", "whatsapp", "discord", "print"])
    func appBarIsTheTopOfTheBackground(look: String) throws {
        var conversation = Talk.conversation(["<w1", ">w2"])
        conversation.title = "Bread"
        for (isCard, padding) in [(false, 0), (false, 30), (true, 30)] {
            var theme = Looks.named(look)
            theme.header.isShown = true
            var canvas = PictureCanvas(width: 300, height: 600)
            canvas.ownPadding = Edges(padding)
            canvas.ownShadow = isCard
            let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
            var options = Options()
            options.show.header = true
            let pages = Pages(
                Talk.transcript(
                    conversation, theme: theme, options: options, width: paper.columnWidth),
                on: paper)
            let rows = pages.placedRows(on: 0)
            let title = try #require(rows.first)
            #expect(title.block.role == .title && pages.count == 1)
            let ground = try #require(pages.ground(of: 0))
            #expect(title.block.frame.minY == (isCard ? ground.place.ground.minY : Double(padding)))
            let said = rows.dropFirst().filter { $0.block.role != .note || $0.message != nil }
            let (first, last) = (try #require(said.first), try #require(said.last))
            if !isCard {
                let above = first.block.frame.minY - title.block.frame.maxY
                let below = Double(600 - padding) - last.block.frame.maxY
                #expect(above > 100 && abs(above - below) < 60)
            } else {
                #expect(ground.place.ground.height < 300)
                let middle = ground.place.ground.midY
                #expect(abs(middle - 300) <= 1)
            }
        }
    }
}
