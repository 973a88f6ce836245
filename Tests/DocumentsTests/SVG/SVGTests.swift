import Basics
import Documents
import Fonts
import Foundation
import Scene
import TestDrawing
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct SVGTests {
    @Test func keepsTextAsText() throws {
        let svg = try write([.text(TestScene.text, at: Point(20, 16))])
        #expect(svg.contains("<text x=\"20\" y=\"31.504\" textLength="))
        #expect(svg.contains("font-size=\"17\" font-family=\"c1,'Inter',sans-serif\""))
        #expect(svg.contains(">Quick brown fox </text>"))
        #expect(svg.contains("text-decoration=\"underline\""))
        #expect(svg.contains(">😀</text>"))
    }

    @Test func hostileTextIsEscaped() throws {
        let hostile = "</text><script>alert('\"&1\")</script>]]>\u{0}\u{8}\u{FFFE}\u{FFFF}é\r\n"
        let shaped = TestScene.fonts.shape([.init(hostile)], size: 10)
        let nodes: [Node] = [
            .text(shaped, at: .zero), .figure(alt: hostile, []),
            .link(Rect(0, 0, 1, 1), url: "https://a.b/" + hostile),
        ]
        let block = Block(
            role: .message, frame: .zero, text: hostile, language: hostile, nodes: nodes)
        let svg = try write(blocks: [block], title: hostile)
        let texts = try XMLText.parse(svg)
        #expect(!texts.elements.contains("script"))
        let said = "</text><script>alert('\"&1\")</script>]]>\u{FFFD}\u{FFFD}"
        #expect(texts.characters.contains(said))
        #expect(!svg.contains("\u{FFFE}") && !svg.contains("\u{FFFF}"))
    }

    @Test(arguments: [
        ("https://example.com", true), ("HTTP://example.com", true), ("mailto:a@b.c", true),
        ("tel:+49151", true), ("javascript:alert(1)", false), ("JavaScript:alert(1)", false),
        (" javascript:alert(1)", false), ("java\nscript:alert(1)", false),
        ("data:text/html,x", false), ("vbscript:x", false), ("//example.com", false), ("", false),
    ])
    func linksOnlySafeURLs(url: String, isLinked: Bool) throws {
        #expect(try write([.link(Rect(1, 2, 3, 4), url: url)]).contains("<a ") == isLinked)
    }

    @Test func keepsSpacesAtTheEndsOfRuns() throws {
        let text = TestScene.fonts.shape([.init("on "), .init("and", color: .white)], size: 17)
        let svg = try write([.text(text, at: Point(0, 0))])
        #expect(svg.contains("xml:space=\"preserve\" fill=\"#000000\">on </text>"))
    }

    @Test func hidesLetteringFromScreenReaders() throws {
        let svg = try write([.lettering(TestScene.text, at: Point(0, 0))])
        #expect(svg.contains("<g aria-hidden=\"true\" pointer-events=\"none\">"))
    }

    @Test func drawsEveryKindOfNode() throws {
        let document = try XMLText.parse(write(TestScene.nodes))
        for element in [
            "title", "text", "path", "rect", "image", "symbol", "use", "pattern", "clipPath",
            "linearGradient", "stop",
        ] {
            #expect(document.elements.contains(element), "\(element)")
        }
    }

    @Test func embedsEqualPicturesOnce() throws {
        let picture = Node.picture(PlacedPicture(.init(0), frame: Rect(0, 0, 20, 20)))
        let svg = try write([picture, picture, picture])
        #expect(svg.components(separatedBy: "data:image/png").count == 2)
        #expect(svg.components(separatedBy: "<use").count == 4)
    }

    @Test func blocksHaveARIARoles() throws {
        let blocks = [
            Block(role: .title, frame: .zero, text: "Family", nodes: []),
            Block(role: .dayHeader, frame: .zero, text: "Today", nodes: []),
            Block(role: .message, frame: .zero, text: "Hallo", language: "de", nodes: []),
            Block(role: .artifact, frame: .zero, text: "x", nodes: []),
        ]
        let svg = try write(blocks: blocks)
        #expect(svg.contains("<g role=\"heading\" aria-level=\"1\" aria-label=\"Family\">"))
        #expect(svg.contains("<g role=\"heading\" aria-level=\"2\" aria-label=\"Today\">"))
        #expect(svg.contains("<g role=\"group\" aria-label=\"Hallo\" xml:lang=\"de\">"))
        #expect(svg.contains("<g aria-hidden=\"true\">"))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func survivesInvalidNumbers(number: Double) throws {
        let rect = Rect(number, number, number, number)
        let svg = try write([
            .fill(.rectangle(rect), .black),
            .picture(PlacedPicture(.init(0), frame: rect, tint: .black)),
            .picture(PlacedPicture(.init(0), frame: rect, fit: .tile(pixelsPerPoint: number))),
        ])
        _ = try XMLText.parse(svg)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    private func write(_ nodes: [Node]) throws -> String {
        try write(blocks: [Block(role: .message, frame: .zero, nodes: nodes)])
    }

    private func write(blocks: [Block], title: String = "A chat") throws -> String {
        let sink = ByteSink()
        var writer = SVGWriter(
            size: Size(300, 220), heading: .init(title: title), scale: 2, fonts: TestScene.fonts,
            names: try FontNames(), pictures: TestScene.pictures)
        try writer.begin(background: [.fill(.rectangle(Rect(0, 0, 300, 220)), .white)], to: sink)
        for block in blocks { try writer.append(block, to: sink) }
        try writer.finish(to: sink)
        return try #require(String(validating: sink.bytes, as: UTF8.self))
    }
}

/// Elements and characters, as an XML parser finds them.
private final class XMLText: NSObject, XMLParserDelegate {
    private(set) var elements: Set<String> = []
    private(set) var characters = ""

    static func parse(_ text: String) throws -> XMLText {
        let parser = XMLParser(data: Data(text.utf8))
        let found = XMLText()
        parser.delegate = found
        if !parser.parse() { throw parser.parserError ?? CocoaError(.coderInvalidValue) }
        return found
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        elements.insert(name)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { characters += text }
}
