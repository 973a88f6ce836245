import Basics
import Foundation
import Model
import TestBytes
import Testing

@testable import Importing

/// Searches by byte find the same as searches by character.
@Suite struct TextSearchTests {
    private var random = SeededRandom(seed: 5)

    private mutating func text(of pieces: [String], upTo count: Int) -> String {
        (0..<random.below(count + 1)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }

    @Test mutating func findsTheFirstMatch() {
        for _ in 0..<2000 {
            let text = text(of: ["a", "b", "é"], upTo: 12)
            let wanted = needle()
            let bytes = Array(text.utf8)
            let place = bytes.indices.first { bytes[$0...].starts(with: wanted.utf8) }
            #expect(bytes.span.offset(of: wanted.utf8Span.span) == place)
            #expect(text.holds(wanted) == (place != nil))
            #expect(
                text.place(of: wanted).map {
                    text.utf8.distance(from: text.startIndex, to: $0.lowerBound)
                } == place)
        }
    }

    private mutating func needle() -> String {
        "a" + text(of: ["a", "b", "é"], upTo: 3)
    }

    @Test func linesEndAtTheirTerminators() {
        let text = Array("\u{FEFF}a\r\n\nb\r\r\nc\n\r\nd\r".utf8)
        let lines = Array(Lines(text)).map { String(decoding: text[$0], as: UTF8.self) }
        #expect(lines == ["a", "", "b\r", "c", "", "d\r"])
        #expect(Array(Lines(Array("\n".utf8))) == [0..<0])
        #expect(Array(Lines([])).isEmpty)
    }

    @Test mutating func trimmingRemovesAllMarksAndSpaces() {
        let hidden: Set<Unicode.Scalar> = [
            " ", "\t", "\u{A0}", "\u{2000}", "\u{200A}", "\u{202F}", "\u{200E}", "\u{200F}",
            "\u{202A}", "\u{2069}", "\u{FEFF}",
        ]
        // The bytes of marks also end other characters.
        let others = ["a", "é", "à", "\u{2010}", "\u{2030}", "\u{10E}", "\u{EBBF}", "\n", "😀"]
        let pieces = hidden.map { String($0) }.sorted() + others
        for _ in 0..<2000 {
            let text = text(of: pieces, upTo: 8)
            var scalars = Array(text.unicodeScalars)[...]
            while let first = scalars.first, hidden.contains(first) { scalars.removeFirst() }
            while let last = scalars.last, hidden.contains(last) { scalars.removeLast() }
            var expected = String.UnicodeScalarView()
            expected.append(contentsOf: scalars)
            let bytes = Array(text.utf8)
            let trimmed = bytes[Marks.trim(bytes, bytes.indices)]
            #expect(trimmed.elementsEqual(String(expected).utf8), "\(text.unicodeScalars)")
        }
    }

    @Test func byteSetsContainOnlyTheirParts() {
        let text = ByteSet("Ana added Zoë")
        #expect(text.holds(ByteSet(" added ")) && text.holds(ByteSet("oë")))
        #expect(!text.holds(ByteSet("left")) && !text.holds(ByteSet("é")))
        // Bytes E3 83 A9, and C3 A9.
        #expect(!ByteSet("é").holds(ByteSet("ラ")))
        #expect(!text.holds(ByteSet("\u{E1}")) && text.holds(ByteSet("")))
    }
}

@Suite struct OpeningsTests {
    private static let phrases = [
        "You deleted", "Сообщение удалено", "Này là", "é\u{301}x", "\u{212A}\u{E5}", "か\u{3099}い",
        "\u{AC00}b", "ab", "a\u{308}b", "क्षक", "अ", "z",
    ]

    /// No phrase is missed, whatever its normal form and the text after it.
    @Test func everyPhraseIsFound() {
        let openings = Openings(Self.phrases)
        for phrase in Self.phrases {
            for form in [
                phrase, phrase.decomposedStringWithCanonicalMapping,
                phrase.precomposedStringWithCanonicalMapping,
            ] {
                for end in ["", " ", ".", "a", "é", "\r\n", "😀"] {
                    #expect(openings.mayBegin((form + end)[...]), "\(form)\(end)")
                }
            }
        }
    }

    @Test func noBeginningIsMissed() {
        var random = SeededRandom(seed: 9)
        let openings = Openings(Self.phrases)
        let pieces = [
            "a", "b", "\u{308}", "\u{301}", "e", "é", "K", "\u{212A}", "å", "a\u{30A}", "\r", "\n",
            "か", "\u{3099}", "が", "い", "\u{1100}", "\u{1161}", "x", "\u{200D}", "अ", "z",
        ]
        var seen = 0
        for _ in 0..<8000 {
            let text = (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }
                .joined()
            guard Self.phrases.contains(where: { $0 == text || text.hasPrefix($0) }) else {
                continue
            }
            seen += 1
            #expect(openings.mayBegin(text[...]), "\(text.unicodeScalars)")
        }
        #expect(seen > 100)
    }

    @Test func mostTextsAreExcludedQuickly() {
        let openings = Openings(Self.phrases)
        for text in ["you deleted", "Yesterday", "a", "", "привет", "Yö", "y", "\r\n", "अ\u{302}"] {
            #expect(!openings.mayBegin(text[...]), "\(text)")
        }
        // A one-character phrase matches every text that begins with it.
        #expect(openings.mayBegin("zz") && openings.mayBegin("zé") && openings.mayBegin("z"))
    }
}

@Suite struct TextWindowTests {
    private func window(_ bytes: [UInt8], of length: Int) throws -> TextWindow {
        let pieces = ByteSource(count: bytes.count) { range in
            Array(bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + length)])
        }
        return try TextWindow(pieces, file: "chat.txt")
    }

    private func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        (isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF])
            + text.utf16.flatMap { unit in
                let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
                return isLittle ? [low, high] : [high, low]
            }
    }

    private static let texts = [
        "", "\n", "\r\n", "Ann", "Ann\n", "Ann\r", "\nAnn\r\n\r\nBen\n\nZoë 🌱\r",
        "\u{FEFF}Ann: हाँ\n\u{FEFF}Ben", "ਊ\u{0A0A}\n\u{0A00}\u{010A}\nend",
        String(repeating: "a line that is longer than a piece ", count: 40) + "\nAnn",
    ]

    @Test(arguments: texts, [1, 2, 3, 7, 64, 4096])
    func linesEqualThoseOfTheWhole(text: String, length: Int) throws {
        for bytes in [Array(text.utf8), utf16(text, isLittle: true), utf16(text, isLittle: false)] {
            let whole = TextFile.decode(bytes).bytes
            let expected = Lines(whole).map { String(decoding: whole[$0], as: UTF8.self) }
            var window = try window(bytes, of: length)
            var lines: [String] = []
            var places: [Range<Int>] = []
            while let line = try window.nextLine() {
                lines.append(String(decoding: window.bytes[line], as: UTF8.self))
                places.append(window.start + line.lowerBound..<window.start + line.upperBound)
            }
            #expect(lines == expected)
            #expect(try window.nextLine() == nil)
            // Each line can be shown again, in order and in reverse.
            for (place, line) in Array(zip(places, lines)) + zip(places, lines).reversed() {
                let shown = try window.show(place)
                #expect(String(decoding: window.bytes[shown], as: UTF8.self) == line)
            }
        }
    }

    @Test(arguments: [1, 2, 5, 4096])
    func invalidTextIsRepairedAsInTheWhole(length: Int) throws {
        let broken: [[UInt8]] = [
            [0x41, 0xC3, 0x0A, 0xA9, 0x42], [0xE2, 0x80],
            [0xFF, 0xFE, 0x00, 0xD8, 0x0A, 0x00, 0x41],
        ]
        for bytes in broken {
            var window = try window(bytes, of: length)
            var text: [UInt8] = []
            while let line = try window.nextLine() { text += window.bytes[line] + [0x0A] }
            let whole = TextFile.decode(bytes)
            #expect(text == Array(Lines(whole.bytes).map { whole.bytes[$0] + [0x0A] }.joined()))
            #expect(window.wasRepaired == whole.wasRepaired)
        }
    }

    @Test func onlyTheCurrentWindowIsInMemory() throws {
        let line = Array(String(repeating: "x", count: 99).utf8) + [0x0A]
        let bytes = Array(repeatElement(line, count: 50_000).joined())
        var window = try TextWindow(ByteSource(bytes), file: "chat.txt")
        while try window.nextLine() != nil {
            #expect(window.bytes.count <= ByteSource.length + 100)
        }
        #expect(try window.show(100..<4_000_000).count == 3_999_900)
        _ = try window.show(4_500_000..<4_500_100)
        #expect(window.bytes.count <= ByteSource.length + 100)
    }

    @Test func shrinkingFilesAreAnError() throws {
        let bytes = Array(String(repeating: "Ann\n", count: 1000).utf8)
        let cut = ByteSource(count: 8000) { $0.lowerBound < bytes.count ? bytes : nil }
        var window = try TextWindow(cut, file: "chat.txt")
        #expect(throws: ImportError.unreadable(file: "chat.txt", offset: 4000)) {
            while try window.nextLine() != nil {}
        }
    }
}

@Suite struct HTMLBlocksTests {
    private static func page(_ html: String) -> String {
        ConversationText.text(AnswerPage.blocks(HTMLMarkup.root(of: html)))
    }

    @Test(arguments: [
        (
            "<table><thead><tr><th>City</th><th>Price</th></tr></thead>"
                + "<tbody><tr><td>Oslo</td><td><p><b>120</b></p></td></tr></tbody></table>",
            "|City|Price|\n|Oslo|<b>120</b>|"
        ),
        (
            "<table><caption>Fares</caption><tr><td>A</td><td>&nbsp;</td><td>B</td></tr>"
                + "<tr><td>1</td><td></td><td><ul><li>2</li><li>3</li></ul></td></tr></table>",
            "Fares¶|A|B|\n|1|2\n3|"
        ),
        ("<table><tr><td>A</td></tr><tr><td>1</td><td>2</td></tr></table>", "|A||\n|1|2|"),
    ])
    func tablesOfDataAreTables(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test(arguments: [
        ("<table><tr><td><h1>News</h1><p>One</p></td></tr></table>", "# News¶One"),
        ("<table><tr><td>Left</td><td>Right</td></tr></table>", "Left¶Right"),
        (
            "<table role=\"presentation\"><tr><td>1</td><td>2</td></tr>"
                + "<tr><td>3</td><td>4</td></tr></table>", "1¶2¶3¶4"
        ),
        ("<table><tr><td colspan=\"2\">1</td></tr><tr><td>2</td><td>3</td></tr></table>", "1¶2¶3"),
        (
            "<table><tr><td></td><td><table><tr><td>a</td><td>b</td></tr>"
                + "<tr><td>c</td><td>d</td></tr></table></td></tr><tr><td>x</td><td>y</td></tr>"
                + "</table>", "|a|b|\n|c|d|¶x¶y"
        ),
    ])
    func tablesThatArrangeTheirContentsAreItsBlocks(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test(arguments: [
        ("<ol start=\"3\"><li>Three</li><li>Four</li></ol>", "3. Three\n4. Four"),
        ("<ul><li>one</li><ul><li>two</li></ul></ul>", "- one¶- two"),
        ("<span>a<ol start=\"2\"><li>b</li><li>c</li></ol>d</span>", "a¶2. b\n3. c¶d"),
        ("<b>a<h2>b</h2></b>", "<b>a</b>¶## <b>b</b>"),
    ])
    func listsKeepTheirNumbers(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test(arguments: [
        ("<details><summary>More</summary>hid</details>", "More¶hid"),
        ("<section>a</section><article>b</article><dl><dt>c</dt><dd>d</dd></dl>", "a¶b¶c¶d"),
        ("<p>a<p>b</p>", "a¶b"),
        ("<font><div>a</div><table><tr><td>b</td><td>c</td></tr></table>d</font>", "a\nb c\nd"),
    ])
    func blocksAreSeparate(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test func codeHasNoLineEndsAroundItAndKeepsItsLanguage() {
        let html = "<pre><code class=\"language-swift\">\nlet a = 1\n  a\n\n</code></pre>"
        #expect(Self.page(html) == "```swift\nlet a = 1\n  a\n```")
        #expect(Self.page("<span>\(html)</span>") == "```swift\n\nlet a = 1\n  a\n```")
    }

    @Test(arguments: [
        ("It was <span data-mx-spoiler>the butler</span>", "It was <spoiler>the butler</spoiler>"),
        (
            "<span data-mx-spoiler=\"end\">all <b>well</b></span>",
            "(end) <spoiler>all <b>well</b></spoiler>"
        ),
        (
            "<div class=\"spoiler-block\"><div class=\"spoiler-header\"><p>End</p></div>"
                + "<div class=\"spoiler-content\"><p>all <b>well</b></p></div></div>",
            "End¶<spoiler>all <b>well</b></spoiler>"
        ),
    ])
    func spoilersStayHidden(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test func aFormulaIsItsSource() {
        let math =
            "<math><semantics><mrow><mi>x</mi></mrow><annotation>x^2</annotation></semantics></math>"
        let katex =
            "<span class=\"katex\"><span class=\"katex-mathml\">\(math)</span>"
            + "<span class=\"katex-html\"><span>x</span><span>2</span></span></span>"
        #expect(Self.page("<p>so \(katex) is</p>") == "so x^2 is")
        #expect(Self.page("<p>so \(math) is</p>") == "so x^2 is")
    }
}

/// Avatars embedded in an export as data URIs.
@Suite struct DataURITests {
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private func read(avatar: String, limit: Int? = nil) throws -> Imported {
        let talk =
            #"{"chatlab":{"version":"0.0.2"},"meta":{"name":"Trip"},"#
            + #""members":[{"platformId":"1","accountName":"Ana","avatar":"\#(avatar)"}],"#
            + #""messages":[{"sender":"1","timestamp":1700000000,"type":0,"content":"hello"}]}"#
        var options = ImportOptions(from: "chatlab")
        if let limit { options.limits.mediaBytes = limit }
        return try ShippedImport.read(Array(talk.utf8), options: options)
    }

    @Test func avatarsAreImportedWithoutAWarning() throws {
        let read = try read(avatar: "data:image/png;base64," + Self.picture)
        #expect(read.conversation.participants[0].avatar != nil)
        #expect(!read.warnings.contains { $0.kind == .missingMedia })
    }

    @Test(arguments: [
        ("data:image/png;base64,iVBORw0K*", nil, "the picture of Ana is damaged"),
        ("data:image/png;base64,SGVsbG8=", nil, "the picture of Ana is not a supported picture"),
        ("data:image/png;base64," + picture, 1, "the picture of Ana is larger than 0 MiB"),
    ])
    func unusableAvatarsGetAWarning(avatar: String, limit: Int?, words: String) throws {
        let read = try read(avatar: avatar, limit: limit)
        #expect(read.conversation.participants[0].avatar == nil)
        #expect(read.warnings.filter { $0.kind == .missingMedia }.map(\.detail) == [words])
    }
}

@Suite struct PersianDateTests {
    @Test func everyDayIsAsInFoundation() throws {
        var persian = Calendar(identifier: .persian)
        var gregorian = Calendar(identifier: .gregorian)
        persian.timeZone = .gmt
        gregorian.timeZone = .gmt
        var day = try #require(
            gregorian.date(from: DateComponents(year: 2001, month: 3, day: 21, hour: 12)))
        var next = persian.dateComponents([.year, .month, .day], from: day)
        while let year = next.year, let month = next.month, let number = next.day,
            PersianDate.years.contains(year)
        {
            let expected = gregorian.dateComponents([.year, .month, .day], from: day)
            let actual = PersianDate(year: year, month: month, day: number).gregorian
            #expect(actual?.year == expected.year && actual?.month == expected.month)
            #expect(actual?.day == expected.day, "\(year)-\(month)-\(number)")
            day += 86_400
            next = persian.dateComponents([.year, .month, .day], from: day)
        }
        #expect(gregorian.component(.year, from: day) == 2051)
    }

    @Test(arguments: [(1402, 12, 30), (1402, 7, 31), (1402, 0, 1), (1402, 13, 1), (1402, 1, 0)])
    func otherDaysDoNotExist(year: Int, month: Int, day: Int) {
        #expect(PersianDate(year: year, month: month, day: day).gregorian == nil)
    }
}
