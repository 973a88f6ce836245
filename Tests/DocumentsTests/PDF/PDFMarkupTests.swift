import Testing

@testable import Documents

@Suite struct PDFMarkupTests {
    private func written(_ write: (inout PDFMarkup) -> Void) -> String {
        var markup = PDFMarkup()
        write(&markup)
        return String(decoding: markup.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0, "0 "), (1, "1 "), (-12.5, "-12.5 "), (0.25, ".25 "), (-0.125, "-.125 "),
        (1.0004, "1 "), (-0.0001, "0 "), (99.9996, "100 "), (0.007, ".007 "), (10.05, "10.05 "),
        (.nan, "0 "), (.infinity, "0 "), (-1e30, "0 "), (123_456_789, "123456789 "),
        (999.999, "999.999 "), (-1_234.567, "-1234.567 "), (98_765.05, "98765.05 "),
    ])
    func writesNumbers(value: Double, text: String) {
        #expect(written { $0.number(value) } == text)
    }

    @Test(arguments: [(0, "0 "), (-7, "-7 "), (1_234_567_890, "1234567890 ")])
    func writesWholeNumbers(value: Int, text: String) {
        #expect(written { $0.integer(value) } == text)
    }

    @Test(arguments: [
        ("application/json", "/application#2fjson "), ("a b#(é)", "/a#20b#23#28#c3#a9#29 "),
    ])
    func writesNames(text: String, name: String) {
        #expect(written { $0.name(text) } == name)
    }

    @Test(arguments: [
        ("Hi", "(Hi)"), ("a(b)\\c", "(a\\(b\\)\\\\c)"), ("two\nlines", "(two\nlines)"),
    ])
    func writesASCIITextUnchanged(text: String, string: String) {
        #expect(written { $0.text(text) } == string)
    }

    /// The byte of a carriage return, parenthesis or backslash may be half of any character.
    @Test func writesOtherTextAsUTF16() {
        var markup = PDFMarkup()
        markup.text("é\u{280D}\u{5C28}")
        let wanted: [UInt8] = [
            0x28, 0xFE, 0xFF, 0x00, 0xE9, 0x5C, 0x28, 0x5C, 0x72, 0x5C, 0x5C, 0x5C, 0x28, 0x29,
        ]
        #expect(markup.bytes == wanted)
    }

    @Test(arguments: [
        ("2026-05-31T09:40:00Z", "(D:20260531094000Z)"),
        ("2026-05-31T09:40:00+02:00", "(D:20260531094000+02'00)"),
        ("2026-05-31T09:40:00.123-05:30", "(D:20260531094000-05'30)"),
        ("2026-05-31", "(D:20260531)"),
    ])
    func writesDates(moment: String, date: String) {
        #expect(written { $0.date(moment) } == date)
    }
}
