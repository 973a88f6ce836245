import Basics
import Synchronization
import Testing

@Suite struct JSONReaderTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test(
        arguments: [
            ("null", JSONValue.null), (" true ", true), ("false", false), ("\u{FEFF}{}", [:]),
            ("-0", .number("-0")), ("1e400", .number("1e400")), ("0.5E-7", .number("0.5E-7")),
            (#""a\u00e4\n\/""#, "aä\n/"), ("[1,[2,{}],\"\"]", [1, [2, [:]], ""]),
            ("{\"a\":{\"b\":[]}}", ["a": ["b": []]]), ("\"😀\\ud83d\\ude00\"", "😀😀"),
            ("\t\r\n[ ]", []),
        ] as [(String, JSONValue)])
    func readsValidJSON(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"),
        (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"),
        (#""\ud800\u0041""#, "\u{FFFD}A"), (#""a\u0000b""#, "a\u{FFFD}b"),
        (#""\uFEFF""#, "\u{FEFF}"),
    ])
    func replacesInvalidCharacters(text: String, value: String) throws {
        #expect(try parse(text) == .string(value))
    }

    @Test(
        arguments: [
            ("", JSONError.Fault.empty, 1, 1), ("\u{FEFF}", .empty, 1, 1), ("  \n ", .empty, 2, 2),
            ("[1,]", .strayComma, 1, 3), ("{\"a\":1,}", .strayComma, 1, 7),
            ("[,1]", .strayComma, 1, 2),
            ("[1,,2]", .strayComma, 1, 3), ("[1 2]", .missingComma, 1, 4),
            ("{\"a\" 1}", .missingColon, 1, 6),
            ("{a:1}", .unquotedKey, 1, 2), ("{'a':1}", .singleQuote, 1, 2),
            ("'a'", .singleQuote, 1, 1),
            ("// x\n1", .comment, 1, 1), ("[1 /* x */]", .comment, 1, 4),
            ("NaN", .unknownLiteral, 1, 1),
            ("Infinity", .unknownLiteral, 1, 1), ("trux", .unknownLiteral, 1, 1),
            ("tru", .unexpectedEnd, 1, 4),
            ("01", .leadingZero, 1, 2), ("-01", .leadingZero, 1, 3), ("+1", .notAValue(0x2B), 1, 1),
            (".5", .notAValue(0x2E), 1, 1), ("1.x", .malformedNumber, 1, 3),
            ("1.", .unexpectedEnd, 1, 3),
            ("-", .unexpectedEnd, 1, 2), ("1e+", .unexpectedEnd, 1, 4),
            ("\"a\nb\"", .controlCharacter(10), 1, 3),
            ("\"\\x\"", .unknownEscape(0x78), 1, 2), ("\"\\u12g4\"", .malformedUnicodeEscape, 1, 2),
            ("\"\\u12\"", .malformedUnicodeEscape, 1, 2), ("\"abc", .unterminatedString, 1, 1),
            ("\"abc\\", .unterminatedString, 1, 1), ("[", .unexpectedEnd, 1, 2),
            ("{\"a\":", .unexpectedEnd, 1, 6),
            ("1 2", .trailingContent, 1, 3), ("[]]", .trailingContent, 1, 3),
            ("{\"ä\": [1,\r\n  x]}", .unknownLiteral, 2, 3),
            ("[1}", .missingComma, 1, 3), ("]", .notAValue(0x5D), 1, 1),
        ] as [(String, JSONError.Fault, Int, Int)])
    func syntaxErrorsStateFaultAndPosition(
        text: String, fault: JSONError.Fault, line: Int, column: Int
    ) {
        #expect {
            try parse(text)
        } throws: { error in
            guard case .syntax(let position, let found) = error as? JSONError else { return false }
            #expect(position.line == line)
            #expect(position.column == column)
            return found == fault
        }
    }

    @Test(
        arguments: [
            ([0x22, 0xC0, 0xAF, 0x22], 1), ([0x22, 0x61, 0xED, 0xA0, 0x80, 0x22], 2),
            ([0x22, 0xFF, 0x22], 1),
            ([0x22, 0x5C, 0x6E, 0xE2, 0x82, 0x22], 3), ([0xFE, 0xFF, 0x00, 0x7B], 0),
            ([0x7B, 0x00, 0x7D, 0x00], 1),
            ([0x5B, 0x22, 0xF5, 0x80, 0x80, 0x80, 0x22, 0x5D], 2), ([0x5B, 0x80, 0x5D], 1),
            ([0xFF, 0xFE, 0x7B, 0x00], 0),
        ] as [([UInt8], Int)])
    func rejectsInvalidUTF8(bytes: [UInt8], offset: Int) {
        #expect(throws: JSONError.encoding(offset: offset)) { try JSONValue(parsing: bytes) }
        #expect(throws: JSONError.encoding(offset: offset)) {
            var reader = try JSONReader(bytes)
            try reader.skip()
        }
    }

    @Test func limitsNesting() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try parse(deep)
        for opening in ["[", "{\"a\":"] {
            let bytes = Array(String(repeating: opening, count: 100_000).utf8)
            #expect {
                try JSONValue(parsing: bytes)
            } throws: { error in
                guard case .tooDeep(_, limit: 64) = error as? JSONError else { return false }
                return true
            }
        }
    }

    @Test func tracksThePointer() throws {
        var reader = try JSONReader(Array(#"{"a/b":[0,{"~":[true]}],"c":1}"#.utf8))
        try reader.beginObject()
        #expect(try reader.nextKey() == "a/b")
        try reader.beginArray()
        #expect(try reader.nextElement())
        #expect(reader.pointer == "/a~1b/0")
        try reader.skip()
        #expect(try reader.nextElement())
        try reader.beginObject()
        #expect(try reader.nextKey() == "~")
        #expect(reader.pointer == "/a~1b/1/~0")
        try reader.skip()
        #expect(try reader.nextKey() == nil)
        #expect(reader.pointer == "/a~1b/1")
        #expect(try !reader.nextElement())
        #expect(try reader.nextKey() == "c")
        #expect(try reader.string() == nil)
        #expect(try reader.number()?.int == 1)
        #expect(try reader.nextKey() == nil)
        try reader.end()
        #expect(reader.pointer.isEmpty)
    }

    @Test func reportsDuplicateNames() throws {
        var reader = try JSONReader(
            Array(#"{"a":1,"b":{"a":1,"\u0061":2},"a":3,"ab":4,"\u0063":5,"c":6}"#.utf8))
        let value = try reader.value()
        #expect(reader.duplicates == ["/b/a", "/a", "/c"])
        #expect(value["a"]?.int == 3)
    }

    @Test func reportsDuplicateNamesAmongThousands() throws {
        let members = (0..<50_000).map { "\"k\($0)\":0" } + ["\"k7\":1", "\"k49999\":1"]
        var reader = try JSONReader(Array("[{\(members.joined(separator: ","))},{\"k7\":1}]".utf8))
        try reader.skip()
        #expect(reader.duplicates == ["/0/k7", "/0/k49999"])
    }

    @Test(
        arguments: [
            ("1", 1.0, 1), ("-0", 0, 0), ("1e3", 1000, 1000), ("2.0", 2, 2), ("2.5", 2.5, nil),
            ("1e400", nil, nil), ("-1e400", nil, nil), ("9223372036854775807", 0x1p63, Int.max),
            ("9223372036854775808", 0x1p63, nil), ("1e-400", 0, 0),
        ] as [(String, Double?, Int?)])
    func numbersKeepTheirText(text: String, double: Double?, int: Int?) throws {
        let value = try parse(text)
        #expect(value == .number(text))
        #expect(value.double == double)
        #expect(value.int == int)
    }

    @Test(arguments: [" \n", "[1],"])
    func skippingChecksForCancellation(unit: String) throws {
        let text = "[" + String(repeating: unit, count: 1_000_000 / unit.utf8.count) + "1]"
        for isLeapt in [false, true] {
            let checks = Mutex(0)
            var reader = try JSONReader(
                Array(text.utf8),
                budget: WorkBudget { _ in
                    checks.withLock { checks in
                        checks += 1
                        return checks < 4
                    }
                })
            #expect(throws: JSONError.stopped) {
                if isLeapt { try reader.leap() } else { try reader.skip() }
            }
            #expect(checks.withLock { $0 } == 4)
            #expect(reader.offset < text.utf8.count / 2)
        }
    }
}

@Suite struct JSONWriterTests {
    private func written(pretty: Bool = false, _ value: JSONValue) -> String {
        var writer = JSONWriter(pretty: pretty)
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e21, "1e+21"),
        (1e-7, "1e-07"), (.infinity, "null"), (.nan, "null"), (123_456_789.25, "123456789.25"),
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

@Suite struct JSONPiecesTests {
    private func pieces(_ bytes: [UInt8], of length: Int) -> ByteSource {
        ByteSource(count: bytes.count) { range in
            Array(bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + length)])
        }
    }

    private static let texts = [
        #"{"a":[1,-2.5e+10,true,false,null,"x\u00e9\ud83d\ude00\n"],"b":{"c":"é😀","a":{}},"a":2}"#,
        "\u{FEFF} [ 0.25 ,\r\n{\"k\\u0041\" : \"\\\\\\\"\" } , [ ] ]\r\n",
        #""one string""#, "  12345 ", "[]",
    ]

    private static let broken = [
        #"{"a":[1,2,}"#, "[1,\n 2,\n tru]", "{\"a\":\n\"b\tc\"}", #"["\ud83d\x"]"#, #"{"a" 1}"#,
        "[1 2]",
        "[\"\u{E9}\", \n 'x']", #"["abc"#, "", "  ", "[01]", "[1.]", "[1,]", #"{"k":1}x"#, "[1,2",
        "[12345, «„x“»]", #"{"abc": 1, „“: 2}"#,
    ]

    private func value(_ reader: JSONReader) throws -> JSONValue {
        var reader = reader
        let value = try reader.value()
        try reader.end()
        return value
    }

    @Test(arguments: texts, 1...7)
    func everySplitReadsTheSame(text: String, length: Int) throws {
        let bytes = Array(text.utf8)
        #expect(try value(JSONReader(pieces(bytes, of: length))) == value(JSONReader(bytes)))
    }

    @Test(arguments: broken, 1...7)
    func faultsKeepTheirPosition(text: String, length: Int) throws {
        let bytes = Array(text.utf8)
        let whole = #expect(throws: JSONError.self) { try value(JSONReader(bytes)) }
        let cut = #expect(throws: JSONError.self) {
            try value(JSONReader(pieces(bytes, of: length)))
        }
        #expect(cut == whole)
    }

    /// After the first MiB, consumed text is released; duplicate names, pointers and positions are
    /// still known.
    @Test func longTextsAreReadThroughAWindow() throws {
        let line =
            #"  {"id": 1, "text": "some words that are said", "list": [1, 2, {"deep": "é"}]},"#
            + "\n"
        let count = 60_000
        let head = "{\"name\": \"Trip\",\n\"messages\": [\n"
        let tail = "  {\"id\": 2, \"id\": 3, \"last\": oops}\n], \"name\": 1}"
        let text = Array((head + String(repeating: line, count: count) + tail).utf8)
        #expect(text.count > 4 << 20)
        var reader = try JSONReader(pieces(text, of: 1 << 20))
        try reader.beginObject()
        #expect(try reader.nextKey() == "name")
        try reader.skip()
        #expect(try reader.nextKey() == "messages")
        try reader.beginArray()
        for _ in 0..<count {
            #expect(try reader.nextElement())
            try reader.skip()
        }
        #expect(try reader.nextElement())
        #expect(reader.pointer == "/messages/\(count)")
        let offset = text.count - tail.utf8.count
        #expect(reader.offset == offset + 2)
        let fault = #expect(throws: JSONError.self) { try reader.skip() }
        guard case .syntax(let place, .unknownLiteral) = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect((place.line, place.column) == (count + 3, 30))
        #expect(place.offset == offset + 29)
        #expect(reader.takeDuplicates() == ["/messages/\(count)/id"])
    }

    /// A duplicate name of the outermost object is detected megabytes later.
    @Test func namesOfOpenObjectsAreKept() throws {
        let text =
            #"{"name": "x", "long": ["# + String(repeating: "\"ab\",", count: 800_000)
            + #""c"], "name": 2}"#
        var reader = try JSONReader(pieces(Array(text.utf8), of: 1 << 20))
        try reader.skip()
        try reader.end()
        #expect(reader.takeDuplicates() == ["/name"])
    }

    @Test func unreadableRestIsAnError() throws {
        let text = Array(#"["abc", "def"]"#.utf8)
        let pieces = ByteSource(count: text.count) { range in
            range.lowerBound < 4 ? Array(text[range.lowerBound..<4]) : nil
        }
        #expect(throws: JSONError.unreadable(offset: 4)) { try value(JSONReader(pieces)) }
    }

    @Test func byteEscapesAreReadOnRequest() throws {
        let text = Array(#"["a\x1fb\x00\x41"]"#.utf8)
        #expect(throws: JSONError.self) { try value(JSONReader(text)) }
        let read = try value(JSONReader(text, knowsByteEscapes: true))
        #expect(read == .array([.string("a\u{1F}b\u{FFFD}A")]))
        for bad in [#"["\x+1"]"#, #"["\x1"]"#, #"["\xg0"]"#] {
            #expect(throws: JSONError.self) {
                try value(JSONReader(Array(bad.utf8), knowsByteEscapes: true))
            }
        }
    }
}
