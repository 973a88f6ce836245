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
            ("1e400", nil, nil),
            ("-1e400", nil, nil), ("9223372036854775807", 0x1p63, Int.max),
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
