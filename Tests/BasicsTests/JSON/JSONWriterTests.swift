import Basics
import Testing

@Suite struct JSONWriterTests {
    private func written(pretty: Bool = false, _ value: JSONValue) -> String {
        var writer = JSONWriter(pretty: pretty)
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e21, "1e+21"),
        (1e-7, "1e-07"),
        (.infinity, "null"), (.nan, "null"), (123_456_789.25, "123456789.25"),
    ])
    func doublesAreWrittenShortest(value: Double, text: String) {
        var writer = JSONWriter()
        writer.value(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test func escapesRequiredCharacters() {
        #expect(
            written("a\"\\\n\r\t\u{1}\u{1F}/é😀\u{7F}") == #""a\"\\\n\r\t\u0001\u001f/é😀"#
                + "\u{7F}\"")
    }

    @Test func roundTripsValues() throws {
        let text = #"{"a":[1,2.50,-3e2,"x",null,true,{}],"b":{"c":[],"a":"ä\n"},"":""}"#
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(written(value) == text)
        #expect(String(decoding: value.bytes, as: UTF8.self) == text)
        #expect(try JSONValue(parsing: Array(written(pretty: true, value).utf8)) == value)
    }

    @Test func prettyOutputIsIndented() {
        #expect(
            written(pretty: true, ["a": [1, [:]], "b": []]) == """
                {
                  "a": [
                    1,
                    {}
                  ],
                  "b": []
                }
                """)
    }

    @Test func canBeDrainedInPieces() {
        var writer = JSONWriter()
        var pieces: [[UInt8]] = []
        writer.array { writer in
            for number in 0..<3 {
                writer.object { writer in
                    writer.member("n", number)
                    writer.member("none", optional: String?.none)
                }
                pieces.append(writer.drain())
            }
        }
        pieces.append(writer.drain())
        #expect(String(decoding: pieces.joined(), as: UTF8.self) == #"[{"n":0},{"n":1},{"n":2}]"#)
    }

    @Test func everyTextRoundTrips() throws {
        let pieces = [
            "a", "long words", "\"", "\\", "\n", "\u{1}", "é", "😀", "/", "\u{7F}", "\r\n",
        ]
        for first in pieces {
            for second in pieces {
                for text in [first, first + second, second + first + second, first + first] {
                    let json = written(.string(text))
                    #expect(try JSONValue(parsing: Array(json.utf8)) == .string(text), "\(json)")
                    #expect(!json.utf8.contains { $0 < 0x20 })
                }
            }
        }
        #expect(written(#"x"y\z"#) == #""x\"y\\z""#)
    }

    @Test func failedDrainsKeepTheBytes() {
        struct Full: Error {}
        var writer = JSONWriter()
        writer.beginArray()
        writer.value("a")
        var taken: [UInt8] = []
        writer.drain { taken += $0 }
        #expect(writer.bytes.isEmpty && taken == Array(#"["a""#.utf8))
        writer.value("b")
        #expect(throws: Full.self) { try writer.drain { _ throws(Full) in throw Full() } }
        // The rejected bytes are kept.
        #expect(writer.bytes == Array(#","b""#.utf8))
    }

    @Test func asciiMembersAreWrittenLikeOthers() {
        var writer = JSONWriter()
        let text: InlineArray<5, UInt8> = [0x32, 0x30, 0x2D, 0x30, 0x31]
        writer.object { writer in
            writer.member("a", ascii: text.span)
            writer.member("b", ascii: text.span.extracting(..<0))
            writer.member("c", optional: String?.none)
            writer.member("d", optional: "e")
        }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":"20-01","b":"","d":"e"}"#)
    }
}
