import Foundation
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// Content of every kind that is taller than a page continues on the next page: no page loses or
/// repeats a line, and none is below the page's content.
@Suite struct SplitContentTests {
    private static let words = (0..<700).map { "w\($0)" }
    private static let text = words.joined(separator: " ")

    /// The fields of a message whose content consists of all words.
    static let kinds: [(String, String)] = [
        ("text", #""text":"\#(text)""#),
        ("list item", markdown("- " + text)),
        ("code in a list", markdown("1. a\n   ```\n   " + lines("   ") + "\n   ```\n2. b")),
        ("nested list", markdown("1. a\n   - " + words.joined(separator: "\n   - "))),
        ("quotation in a list", markdown("- a\n\n  > " + text)),
        ("table cell", markdown("| a | b |\n|-|-|\n| x | \(text) |\n| y | z |")),
        ("heading", markdown("# " + text)),
        ("system", #""kind":"system","text":"\#(text)""#),
        (
            "voice transcript",
            #""attachments":[{"kind":"voice","duration":3,"transcript":"\#(text)"}]"#
        ),
        (
            "audio transcript",
            #""attachments":[{"kind":"audio","duration":3,"transcript":"\#(text)"}]"#
        ),
        (
            "missing video",
            #""attachments":[{"kind":"video","missing":"lost","transcript":"\#(text)"}]"#
        ),
        ("caption", #""attachments":[{"kind":"file","name":"a.pdf","caption":"\#(text)"}]"#),
        ("translation", #""text":"a","translation":{"text":"\#(text)"}"#),
        (
            "reactions",
            #""text":"a","reactions":[{"emoji":"+","by":["\#(words.joined(separator: #"",""#))"]}]"#
        ),
    ]

    private static func lines(_ indent: String) -> String { words.joined(separator: "\n" + indent) }

    private static func markdown(_ text: String) -> String {
        #""format":"markdown","text":"\#(text.replacing("\n", with: "\\n"))""#
    }

    private func transcript(
        _ fields: String, look: String, width: Double, header: String = ""
    ) throws -> Transcript {
        let json = """
            {"messages":[\(header){"from":"x",\(fields)}],"options":{"show":{"reaction_names":true}}}
            """
        let request = try ConversationDecoder.decode(Array(json.utf8))
        return Talk.transcript(
            request.conversation, theme: Looks.named(look), options: request.options, width: width)
    }

    /// Checks that each is within the page's content.
    private func words(_ pages: Pages) -> [String] {
        let measurer = MonospaceMeasurer()
        let content = pages.paper.content
        let top = content.minY - 1
        var shown: [String] = []
        for number in 0..<pages.count {
            let blocks = pages.blocks(of: number, with: measurer)
                .filter { $0.role == .message || $0.role == .note }
            for block in blocks {
                #expect(block.frame.maxY <= content.maxY + 0.02, "page \(number)")
                for (text, point) in block.nodes.flatMap(\.placedTexts) {
                    for line in text.lines {
                        let baseline = point.y + line.baseline
                        #expect(baseline < content.maxY + 0.02, "page \(number)")
                        #expect(baseline - text.lineHeight * 0.7 > top, "page \(number)")
                    }
                    let words = text.visibleText.split { !$0.isLetter && !$0.isNumber }
                    shown += words.map(String.init)
                }
            }
        }
        return shown.filter { $0.first == "w" && $0.last?.isNumber == true }
    }

    @Test(arguments: kinds, ["imessage", "whatsapp", "print", "susi", "classic-sms", "irc"])
    func everyLineIsOnOnePage(kind: (name: String, fields: String), look: String) throws {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: 240)
        setup.margin = Edges(20)
        for header in ["", #""hi","#] {
            let paper = Paper(setup, width: nil, for: Looks.named(look))
            let transcript = try transcript(
                kind.fields, look: look, width: paper.columnWidth, header: header)
            let pages = Pages(transcript, on: paper)
            #expect(pages.count > 1, "\(kind.name)")
            #expect(words(pages) == Self.words, "\(kind.name)")
        }
    }

    @Test(arguments: kinds, [210, 420])
    func everyLineIsOnOneCanvas(kind: (name: String, fields: String), height: Int) throws {
        let canvas = PictureCanvas(width: 300, height: height)
        let theme = Looks.named("whatsapp")
        let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
        let transcript = try transcript(
            kind.fields, look: "whatsapp", width: paper.columnWidth, header: #""hi","#)
        #expect(words(Pages(transcript, on: paper)) == Self.words, "\(kind.name)")
    }

    /// A page does not stay empty because the next part is taller than any page.
    @Test func partsTallerThanAPageBeginOnThisPage() throws {
        var setup = PageSetup()
        setup.size = .custom(width: 400, height: 400)
        setup.margin = Edges(20)
        let paper = Paper(setup, width: nil, for: Looks.named("print"))
        for kind in Self.kinds {
            let transcript = try transcript(
                kind.1, look: "print", width: paper.columnWidth, header: #""hi","#)
            let pages = Pages(transcript, on: paper)
            for number in 0..<(pages.count - 1) {
                let bottom = pages.placedRows(on: number).map(\.block.frame.maxY).max() ?? 0
                let gap = pages.paper.content.maxY - bottom
                #expect(gap < paper.content.height * 0.25 + 45, "\(kind.0), page \(number)")
            }
        }
    }

    /// A row that has breaks, but none on the first page, is not cut before a break that fits.
    @Test func textThatFitsOnAPageStaysWhole() throws {
        let code = (0..<12).map { "c\($0)" }.joined(separator: "\n   ")
        let fields = Self.markdown(
            (0..<9).map { "\($0). a\n   ```\n   \(code)\n   ```\n" }.joined())
        let canvas = PictureCanvas(width: 300, height: 420)
        let theme = Looks.named("whatsapp")
        let paper = Paper(canvas, width: Double(canvas.room.width), scale: 1, for: theme)
        let pages = Pages(
            try transcript(fields, look: "whatsapp", width: paper.columnWidth), on: paper)
        let rows = pages.transcript.rows
        for slice in pages.slices {
            guard let cut = slice.to else { continue }
            #expect(rows[slice.rows.upperBound - 1].breaks.contains(cut))
        }
    }

    @Test func cutPicturesContinue() {
        let frame = Rect(0, 100, 50, 300)
        let picture = Node.picture(PlacedPicture(PictureID(0), frame: frame, fit: .cover))
        let avatar = Node.picture(
            PlacedPicture(PictureID(1), frame: Rect(0, 185, 40, 40), fit: .cover))
        let first = BlockSlice(band: 0...200, isContinued: false, continues: true)
        let second = BlockSlice(band: 200...500, isContinued: true, continues: false)
        for slice in [first, second] {
            guard case .clipped(let path, _)? = slice.nodes([picture]).first else {
                Issue.record("The picture is not clipped")
                continue
            }
            #expect(path.bounds.minY >= slice.band.lowerBound - BlockSlice.bubbleOverlap)
            #expect(path.bounds.maxY <= slice.band.upperBound + BlockSlice.bubbleOverlap)
        }
        #expect(first.nodes([avatar]).isEmpty && second.nodes([avatar]) == [avatar])
    }

    /// A line exactly at the cut belongs to the second page alone, also where the cut's height
    /// differs by a rounding error.
    @Test func linesAtACutAreOnOnePage() {
        let text = MonospaceMeasurer().shape(
            StyledText("a\nb", style: Looks.named("imessage").text.body, color: .black), width: 90)
        let cut = 10 + text.lines[1].baseline - 1
        for error in [-1e-12, 0, 1e-12] {
            let slices = [
                BlockSlice(band: 0...cut, isContinued: false, continues: true),
                BlockSlice(band: cut + error...90, isContinued: true, continues: false),
            ]
            let shown = slices.map { slice in
                slice.nodes([.text(text, at: Point(0, 10))]).flatMap(\.heard)
            }
            #expect(shown == [["a"], ["b"]])
        }
    }
}
