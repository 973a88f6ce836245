import Scene
import Testing

@testable import Documents

/// Initials in place of an avatar, beside every group of messages.
@Suite struct LetteringFormTests {
    private let sample = PDFSample()

    private func initials(_ letters: String, _ color: Color, at origin: Point) -> [Node] {
        let shaped = sample.shape(letters, size: 12, color: .white)
        let disc = Path.rounded(Rect(origin.x, origin.y, 28, 28), 14)
        return [.fill(disc, color), .lettering(shaped, at: origin.offset(7, 7))]
    }

    private func document(_ nodes: [Node], pages: Int = 1) throws -> ReadDocument {
        let block = Block(role: .message, frame: Rect(0, 30, 400, 400), nodes: nodes)
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        return try ReadDocument(sample.write(Array(repeating: page, count: pages)))
    }

    private func forms(of document: ReadDocument) -> [ReadDocument.Handle] {
        document.dictionaries.filter { document.name(document.get("/Subtype", of: $0)) == "/Form" }
    }

    private func drawn(_ document: ReadDocument, page: Int = 0) throws -> [Substring] {
        let content = try document.content(of: document.get("/Contents", of: document.page(page)))
        return String(decoding: content, as: UTF8.self).split(separator: "\n")
    }

    @Test func areDrawnOnceInADocument() throws {
        let blue = Color(0, 0, 200)
        let nodes =
            initials("AB", blue, at: Point(10.004, 50))
            + initials("AB", blue, at: Point(10, 90.333))
            + initials("AB", .black, at: Point(10, 130)) + initials("CD", blue, at: Point(10, 170))
        let document = try document(nodes, pages: 2)
        #expect(forms(of: document).count == 3)
        for page in 0..<2 {
            let shown = try drawn(document, page: page).filter { $0.hasSuffix("Do Q") }
            #expect(shown.count == 4)
            #expect(shown[1].hasPrefix("q 1 0 0 1 10 60.333 cm/X"))
            // The disc is part of the form.
            #expect(try !drawn(document, page: page).contains("f"))
        }
    }

    /// Anything outside the BBox would not be drawn.
    @Test func bboxContainsTheWholeForm() throws {
        let document = try document(initials("AB", .black, at: Point(10, 50)))
        let form = try #require(forms(of: document).first)
        let box = document.items(document.get("/BBox", of: form)).map { document.number($0) }
        #expect(box == [-1, -1, 29, 29])
    }

    /// A form inherits the graphics state from where it is drawn.
    @Test func areOpaqueAfterTransparentContent() throws {
        let glass = Node.fill(.rectangle(Rect(0, 0, 9, 9)), Color(0, 0, 0, alpha: 100))
        let document = try document([glass] + initials("AB", .black, at: Point(10, 50)))
        let lines = try drawn(document)
        let place = try #require(lines.firstIndex { $0.hasSuffix("Do Q") })
        #expect(lines[place - 1].hasSuffix("gs"))
    }

    /// Bubbles have varying sizes and are not part of a form.
    @Test func largeBackgroundsAreDrawnSeparately() throws {
        let bubble = Node.fill(.rounded(Rect(0, 40, 300, 30), 15), .black)
        let shaped = sample.shape("AB", size: 12, color: .white)
        let document = try document([bubble, .lettering(shaped, at: Point(7, 47))])
        #expect(forms(of: document).count == 1)
        #expect(try drawn(document).contains("f"))
    }

    @Test func formsContainEmoji() throws {
        let document = try document(initials("🎉", .black, at: Point(10, 50)))
        let form = try #require(forms(of: document).first)
        #expect(document.has("/XObject", in: document.get("/Resources", of: form)))
        #expect(try drawn(document).contains { $0.hasSuffix("Do Q") })
    }
}
