import Basics
import Foundation
import Testing

@Suite struct Base64Tests {
    @Test func decodesWhatFoundationEncodes() {
        for count in 1...100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.text(of: bytes) == text)
            #expect(Base64.decodeStrictly(text[...].utf8) == bytes)
        }
    }

    @Test(arguments: [
        "", "A", "AA", "AAA", "AA=A", "=AAA", "A===", "====", "AAAA====", "AA==AAAA", "AA A",
        "AAAA\n", "AA-_", "AAA\u{0}", "ÄÄ", "AAAAA",
    ])
    func rejectsEverythingElse(text: String) {
        #expect(Base64.decodeStrictly(text[...].utf8) == nil)
    }
}

@Suite struct XMLEscapeTests {
    @Test func escapesMarkupCharacters() {
        let text = "a<b>&\"c\"'d' ü"
        #expect(XMLEscape.escaped(text, in: .content) == "a&lt;b&gt;&amp;\"c\"'d' ü")
        #expect(XMLEscape.escaped(text, in: .doubleQuotes) == "a&lt;b&gt;&amp;&quot;c&quot;'d' ü")
        #expect(XMLEscape.escaped(text, in: .quotes) == "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39; ü")
    }

    @Test func readsAndWritesHexadecimalDigits() {
        #expect(Hexadecimal.text(of: [0x00, 0x9F, 0xA0]) == "009fa0")
        #expect("0189afAF".utf8.map(Hexadecimal.value) == [0, 1, 8, 9, 10, 15, 10, 15])
        #expect("/:@Gg`".utf8.allSatisfy { Hexadecimal.value($0) == nil })
    }
}

@Suite struct DecimalDigitsTests {
    /// The expected texts with a leading zero and without.
    private static let values: [(Double, String, String)] = [
        (0, "0", "0"), (-0.0004, "0", "0"), (0.0005, "0.001", ".001"), (0.5, "0.5", ".5"),
        (-0.25, "-0.25", "-.25"), (1, "1", "1"), (-12.1, "-12.1", "-12.1"),
        (1234.567_89, "1234.568", "1234.568"), (999.9996, "1000", "1000"), (0.07, "0.07", ".07"),
        (.nan, "0", "0"), (.infinity, "0", "0"), (1_000_000, "0", "0"),
    ]

    @Test(arguments: values)
    func roundsToThousandths(value: Double, whole: String, bare: String) {
        #expect(Self.text(value, leadingZero: true) == whole)
        #expect(Self.text(value, leadingZero: false) == bare)
    }

    @Test(arguments: [(7, 2, "07"), (-7, 4, "-0007"), (0, 1, "0"), (12_345, 4, "12345")])
    func numbersArePaddedWithZeros(number: Int, digits: Int, text: String) {
        #expect(String(number, digits: digits) == text)
    }

    private static func text(_ value: Double, leadingZero: Bool) -> String {
        var bytes: [UInt8] = []
        DecimalDigits.append(
            thousandths: value, below: 1_000_000, leadingZero: leadingZero, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

@Suite struct NearestNameTests {
    private let names = ["messages", "title", "reply_to", "id", "text", "from", "theme"]

    @Test(
        arguments: [
            ("mesages", "messages"), ("message", "messages"), ("titel", "title"), ("txt", "text"),
            ("replyTo", "reply_to"), ("reply-to", "reply_to"), ("FROM", "from"),
            ("thmee", "theme"), ("mess", "messages"), ("x", nil), ("", nil), ("colour", nil),
            ("zzzz", nil), ("m", nil), ("mes", nil), ("the", nil),
            (String(repeating: "messages", count: 1_000), nil),
        ] as [(String, String?)])
    func typosAreFoundAndDistantWordsHaveNoMatch(word: String, name: String?) {
        #expect(NearestName.closest(to: word, in: names) == name)
        // Changing every letter of a name is not a typo.
        #expect(NearestName.closest(to: "xy", in: ["x"]) == nil)
    }

    @Test func closestNameWins() {
        #expect(NearestName.closest(to: "timez", in: ["time", "times", "timezone"]) == "time")
        #expect(NearestName.closest(to: "text", in: ["texts", "text", "test"]) == "test")
    }
}

@Suite struct TextFormTests {
    /// Compares the normal forms with the system's for all assigned characters of the basic plane.
    @Test func normalFormsMatchTheSystem() {
        for value: UInt32 in 0x80..<0xFB50 {
            guard let scalar = Unicode.Scalar(value),
                scalar.properties.generalCategory != .unassigned
            else { continue }
            let text = "a" + String(scalar)
            #expect(
                text.composed.unicodeScalars.elementsEqual(
                    text.precomposedStringWithCanonicalMapping.unicodeScalars), "\(value)")
            #expect(
                text.decomposedForComparison.unicodeScalars.elementsEqual(
                    text.decomposedStringWithCompatibilityMapping.unicodeScalars), "\(value)")
        }
    }

    @Test func textsWithNULAreUnchanged() {
        #expect("e\u{301}\u{0}x".composed.unicodeScalars.count == 4)
        #expect("".composed.isEmpty && "e\u{301}".composed.unicodeScalars.count == 1)
    }

    @Test(arguments: [
        ("a%20b", "a b" as String?), ("100%", "100%"), ("%C3%A9", "é"), ("%zz%4", "%zz%4"),
        ("%FF", nil), ("plain", "plain"),
    ])
    func percentEscapesAreDecoded(text: String, decoded: String?) {
        #expect(text.percentDecoded == decoded)
    }

    @Test func trimsSpacesAtBothEnds() {
        #expect(" \t\u{A0}a b\u{3000} ".withoutBlanksAtEnds == "a b")
        #expect("\na\n".withoutBlanksAtEnds == "\na\n" && "  ".withoutBlanksAtEnds.isEmpty)
    }
}
