import Scene
import Testing

@testable import Rendering

@Suite struct PDFWriterTests {
    @Test func writesTheSameBytesTwice() throws {
        func written() throws -> [UInt8] {
            let sample = PDFSample()
            return try sample.write([sample.page("2026-05-31"), sample.page("2026-06-01")])
        }
        #expect(try written() == written())
    }

    @Test func writesAPageEvenOfNothing() throws {
        let bytes = try PDFSample().write([])
        #expect(bytes.starts(with: Array("%PDF-".utf8)))
    }

    @Test(arguments: [
        ("https://example.com/a?b=c#d", "https://example.com/a?b=c#d"),
        ("https://example.com/a(b)'\\", "https://example.com/a%28b%29%27%5C"),
        ("https://exämple.com/ \n", "https://ex%C3%A4mple.com/%20%0A"),
        ("HTTPS://example.com", "HTTPS://example.com"), ("mailto:a@b.c", "mailto:a@b.c"),
        ("tel:+49151", "tel:+49151"),
    ])
    func escapesAddresses(url: String, escaped: String) {
        #expect(LinkAddress.escaped(url) == escaped)
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "vbscript:x", "",
        "example.com",
        "JavaScript:alert(1)", " javascript:x", "java\nscript:x",
    ])
    func leavesOutAddressesThatRunCode(url: String) {
        #expect(LinkAddress.escaped(url) == nil)
    }

    @Test func leavesOutAddressesWithoutEnd() {
        #expect(LinkAddress.escaped("https://" + String(repeating: "a", count: 10_000)) == nil)
    }

    @Test func clearsRepeatedNamesAndNothingElse() {
        let given =
            "\n   /XObject << /x3 3 0 R /x4 4 0 R /x3 3 0 R >>\n /XObject << /x3 3 0 R /x3 3 0 R"
        let wanted =
            "\n   /XObject << /x3 3 0 R /x4 4 0 R           >>\n /XObject << /x3 3 0 R /x3 3 0 R"
        var bytes = Array(given.utf8)
        RepeatedResources.clear(in: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == wanted)
    }
}
