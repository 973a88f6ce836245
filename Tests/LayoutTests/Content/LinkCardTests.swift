import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct LinkCardTests {
    @Test func previewShowsSiteTitleDescriptionAndHostAndLinksToItsPage() throws {
        let message = Message {
            var link = LinkPreview(url: "https://www.example.com/a")
            link.title = "Title"
            link.summary = "What it is about"
            link.site = "Example"
            $0.link = link
        }
        let made = Composition(message)
        #expect(made.drawnWords() == ["Example", "Title", "What it is about", "example.com"])
        let piece = made.pieces[0]
        let frame = Rect(0, 0, piece.size.width, piece.size.height)
        #expect(made.nodes(of: piece, in: frame).flatMap(\.links) == ["https://www.example.com/a"])
    }

    @Test(arguments: [
        ("https://a.b", true), ("HTTP://a.b", true), ("mailto:a@b.c", true),
        ("javascript:alert(1)", false), ("file:///etc/passwd", false), ("", false),
        ("data:text/html,x", false),
    ])
    func onlyWebAndMailLinksAreActive(url: String, isSafe: Bool) {
        #expect((LinkPiece.safe(url) != nil) == isSafe)
    }

    @Test(arguments: [
        ("https://www.example.com/a?b", "example.com"),
        ("http://a@b.example:8080", "b.example:8080"),
        ("no address", "no address"), ("https://", ""),
    ])
    func urlIsShownAsItsHost(url: String, host: String) {
        #expect(LinkPiece.host(of: url) == host)
    }

    @Test func widePictureIsAboveTheTextASmallOneBesideIt() throws {
        let message = Message {
            $0.link = LinkPreview(url: "https://a.b")
            $0.link?.picture = 0
        }
        let wide = Composition(message, pictures: [Size(1200, 630)])
        let small = Composition(message, pictures: [Size(120, 120)])
        #expect((wide.pieces[0] as? LinkPiece)?.bannerHeight ?? 0 > 80)
        #expect((small.pieces[0] as? LinkPiece)?.thumbnail != nil)
    }
}
