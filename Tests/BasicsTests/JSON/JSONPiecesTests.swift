import Basics
import Testing

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
        let whole = try value(JSONReader(bytes))
        #expect(try value(JSONReader(pieces(bytes, of: length))) == whole)
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
