/// Keeps the parser's work linear in the text.
///
/// cmark-gfm 0.29.0.gfm.6, the version in Debian 12, takes quadratic time for some texts. Measured:
/// 200 KB of `![[]()` took 2.7 s, a table of 40,000 columns 4 s. It also pads every row of a table
/// to the width of its header.
struct MarkdownCost {
    /// The maximum number of containers begun on one line. Every blank line is compared with all of
    /// them.
    private static let maxMarkers = 24
    /// The maximum number of brackets in a text, because all pairs may be compared.
    private static let maxBrackets = 3000
    /// The maximum number of table columns, because each cell is appended by walking over all
    /// previous cells.
    private static let maxColumns = 200

    /// The text, with a backslash before each marker that would nest too deeply.
    private(set) var bytes: [UInt8]
    private(set) var allowsTables = false

    /// Returns nil if the text should be shown as plain text.
    init?(_ text: [UInt8]) {
        bytes = []
        bytes.reserveCapacity(text.count)
        var brackets = 0
        var lines = 1
        var pipes = 0
        var widest = 0
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            pipes = 0
            for byte in text[start..<end] {
                if byte == UInt8(ascii: "[") { brackets += 1 }
                if byte == UInt8(ascii: "|") { pipes += 1 }
            }
            widest = max(widest, pipes)
            lines += 1
            append(line: text[start..<end])
            if end < text.count { bytes.append(0x0A) }
            start = end + 1
        }
        guard brackets <= MarkdownCost.maxBrackets else { return nil }
        allowsTables =
            widest <= MarkdownCost.maxColumns && (widest + 1) * lines <= text.count + 256
    }

    private mutating func append(line: ArraySlice<UInt8>) {
        var markers = 0
        for index in line.indices {
            switch line[index] {
            case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
                UInt8(ascii: "."), UInt8(ascii: ")"):
                let isMarker =
                    line[index] == UInt8(ascii: ">")
                    || (index + 1 < line.endIndex
                        && (line[index + 1] == 0x20 || line[index + 1] == 0x09))
                if isMarker { markers += 1 }
            case 0x20, 0x09, 0x30...0x39: continue
            default:
                bytes.append(contentsOf: line)
                return
            }
            if markers > MarkdownCost.maxMarkers {
                bytes.append(contentsOf: line[..<index])
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(contentsOf: line[index...])
                return
            }
        }
        bytes.append(contentsOf: line)
    }
}
