/// WhatsApp's marks: `*bold*`, `_italic_`, `~strike~`, code in one or three backticks, lists and
/// quotes.
enum WhatsApp {
    static func blocks(_ text: String) -> [TextBlock] {
        mayHoldMarks(text.utf8.span)
            ? LineReader.blocks(text, dialect) : PlainText.blocks(text)
    }

    /// Most texts are one line without any sign, and do not begin like a quote or list.
    private static func mayHoldMarks(_ span: Span<UInt8>) -> Bool {
        var isInside = false
        for index in span.indices {
            switch span[index] {
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "`"), 0x0A:
                return true
            case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                if !isInside { return true }
            case 0x20: continue
            default: isInside = true
            }
        }
        return false
    }

    /// The dialect for texts that may contain marks. Other texts are unchanged.
    static var dialect: LineReader.Dialect {
        LineReader.Dialect(hasInlineFences: true, hasLists: true, inline: inline)
    }

    private static func inline(_ bytes: [UInt8], _ area: Range<Int>) -> RichText {
        let resolver = InlineResolver(bytes, from: area.lowerBound)
        return resolver.starred(in: area) { resolver, index, barren in
            guard bytes[index] == UInt8(ascii: "`") else { return nil }
            return resolver.addCode(at: index, in: area, barren: &barren)
        }
    }
}

extension InlineResolver {
    /// Resolves `*bold*`, `_italic_` and `~strike~`.
    ///
    /// - Parameter other: adds what begins with another byte, and returns where it ends. The last
    ///   parameter is the position before which a search for a closing backtick is known to fail,
    ///   so that the line is not searched from each backtick.
    @inline(__always)
    consuming func starred(
        in area: Range<Int>, _ other: (inout InlineResolver, Int, inout Int) -> Int?
    ) -> RichText {
        var resolver = self
        var index = area.lowerBound
        var barren = area.lowerBound
        while index < area.upperBound {
            switch resolver.bytes[index] {
            case UInt8(ascii: "*"): index = resolver.addEdgeSign(.bold, at: index, in: area)
            case UInt8(ascii: "_"): index = resolver.addEdgeSign(.italic, at: index, in: area)
            case UInt8(ascii: "~"): index = resolver.addEdgeSign(.strike, at: index, in: area)
            case 0x0A:
                resolver.add(index..<index + 1, .wall)
                index += 1
            default: index = other(&resolver, index, &barren) ?? index + 1
            }
        }
        var builder = RichTextBuilder()
        resolver.finish(at: area.upperBound, into: &builder)
        return builder.finish()
    }

    /// Adds a one-byte sign that marks whole words.
    mutating func addEdgeSign(_ kind: Entity.Kind, at index: Int, in area: Range<Int>) -> Int {
        let range = index..<index + 1
        let (opens, closes) = SignRules.atWordEdges(bytes, range, in: area)
        if opens || closes { add(range, .sign(kind, opens: opens, closes: closes)) }
        return index + 1
    }

    /// Adds code in one to three backticks on one line, if the backticks are closed. Returns where
    /// to continue, or nil if `barren` excludes a closing backtick.
    mutating func addCode(at index: Int, in area: Range<Int>, barren: inout Int) -> Int? {
        guard index >= barren else { return nil }
        var run = index
        while run < area.upperBound, bytes[run] == UInt8(ascii: "`") { run += 1 }
        let count = run - index
        guard count <= 3 else { return run }
        guard
            let end = SignRules.codeEnd(
                bytes, after: index, count: count, in: area, acrossLines: false)
        else {
            if count == 1 {
                barren = bytes[index..<area.upperBound].firstIndex(of: 0x0A) ?? area.upperBound
            }
            return run
        }
        let text = String(decoding: bytes[run..<end], as: UTF8.self)
        add(index..<end + count, .text(text, .code))
        return end + count
    }
}
