import Basics

/// Writes the text of a line with its marks, and escapes characters that would be read as marks.
extension MarkdownLines {
    func line(_ range: Range<Int>, _ pieces: [Piece]) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(range.count + 8)
        var open: [Piece] = []
        var next = 0
        var offset = range.lowerBound
        while true {
            while let last = open.last, last.range.upperBound <= offset {
                out += end(of: last).utf8
                open.removeLast()
            }
            var isWhole = false
            while next < pieces.count, pieces[next].range.lowerBound <= offset {
                let piece = pieces[next]
                next += 1
                if let whole = whole(piece) {
                    out += whole
                    offset = piece.range.upperBound
                    // Code and addresses contain no other marks.
                    while next < pieces.count, pieces[next].range.lowerBound < offset { next += 1 }
                    isWhole = true
                    break
                }
                out += begin(piece).utf8
                open.append(piece)
            }
            if isWhole { continue }
            guard offset < range.upperBound else { break }
            let leads = next < pieces.count && pieces[next].range.lowerBound == offset + 1
            if needsEscape(at: offset, in: range, leadsMark: leads) {
                out.append(UInt8(ascii: "\\"))
            }
            out.append(bytes[offset])
            offset += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Returns code, or an address that is its own text; nil for marks with a beginning and an end.
    private func whole(_ piece: Piece) -> [UInt8]? {
        let text = bytes[piece.range]
        switch piece.mark {
        case .code: return code(text)
        case .link:
            guard let url = piece.url, text.elementsEqual(url.utf8),
                !text.contains(where: { $0 == 0x3C || $0 == 0x3E })
            else { return nil }
            return [UInt8(ascii: "<")] + barred(text) + [UInt8(ascii: ">")]
        case .bold, .italic, .strike: return nil
        }
    }

    /// Encloses code in more backticks than it contains (CommonMark, 6.1).
    private func code(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var longest = 0
        var run = 0
        for byte in text {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = [UInt8](repeating: UInt8(ascii: "`"), count: longest + 1)
        let touches = text.first == UInt8(ascii: "`") || text.last == UInt8(ascii: "`")
        let blank: [UInt8] = touches ? [0x20] : []
        return fence + blank + barred(text) + blank + fence
    }

    private func barred(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard isCell else { return Array(text) }
        return text.flatMap { $0 == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }

    private func begin(_ piece: Piece) -> String {
        switch piece.mark {
        case .bold: "**"
        case .italic: "*"
        case .strike: "~~"
        case .code: ""
        case .link: "["
        }
    }

    private func end(of piece: Piece) -> String {
        switch piece.mark {
        case .bold: "**"
        case .italic: "*"
        case .strike: "~~"
        case .code: ""
        case .link: "](<" + Self.target(piece.url ?? "") + ">)"
        }
    }

    /// Returns the address for use in angle brackets. Characters that would end it or form an
    /// escape are percent-encoded.
    private static func target(_ url: String) -> String {
        var out: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "<"): out += "%3C".utf8
            case UInt8(ascii: ">"): out += "%3E".utf8
            case UInt8(ascii: "\\"): out += "%5C".utf8
            case UInt8(ascii: "|"): out += "%7C".utf8
            case UInt8(ascii: "&"): out += "&amp;".utf8
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Returns whether a byte could be read as markup. Other bytes are not escaped, so that the
    /// source stays readable.
    private func needsEscape(at offset: Int, in line: Range<Int>, leadsMark: Bool) -> Bool {
        let byte = bytes[offset]
        let isStart = offset == line.lowerBound
        let next = offset + 1 < line.upperBound ? bytes[offset + 1] : nil
        let endsWord = next.map(Self.isBlank) ?? true
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "$"):
            return true
        case UInt8(ascii: "_"):
            let isWithin = !isStart && ASCII.isAlphanumeric(bytes[offset - 1])
            return !(isWithin && next.map(ASCII.isAlphanumeric) ?? false)
        case UInt8(ascii: "<"):
            // This could begin a tag, a comment or an address.
            return next.map { ASCII.isAlphanumeric($0) || [0x21, 0x2F, 0x3F].contains($0) } ?? true
        case UInt8(ascii: "&"): return next.map { ASCII.isAlphanumeric($0) || $0 == 0x23 } ?? false
        case UInt8(ascii: "#"): return isStart || Self.isBlank(bytes[offset - 1])
        case UInt8(ascii: ">"), UInt8(ascii: "="): return isStart
        case UInt8(ascii: "-"):
            // This could be a list, a rule, a heading's underline, or the rule below a table's
            // header.
            return isStart && (endsWord || [0x2D, 0x3A, 0x7C].contains(next))
        case UInt8(ascii: "+"): return isStart && endsWord
        case UInt8(ascii: ":"):
            // GitHub's readers turn addresses into links and would include the marks in them.
            return isStart && next == UInt8(ascii: "-")
                || bytes[offset..<line.upperBound].starts(with: "://".utf8)
        // Before a link, an exclamation mark would make a picture.
        case UInt8(ascii: "!"): return leadsMark
        case UInt8(ascii: "."), UInt8(ascii: ")"):
            if offset >= line.lowerBound + 3,
                bytes[offset - 3..<offset].allSatisfy({ $0 | 0x20 == UInt8(ascii: "w") })
            {
                return true
            }
            // List numbers have at most nine digits.
            return endsWord && (1...9).contains(offset - line.lowerBound)
                && bytes[line.lowerBound..<offset].allSatisfy(ASCII.isDigit)
        default: return false
        }
    }
}
