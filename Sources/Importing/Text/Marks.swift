/// The invisible formatting characters that exports insert into their lines.
enum Marks {
    /// Returns the length in bytes of the direction mark, embedding, isolate or byte order mark at
    /// an index; 0 if there is none.
    static func length(in bytes: [UInt8], at index: Int, before end: Int) -> Int {
        guard index + 2 < end else { return 0 }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xAA...0xAE): return 3
        case (0xE2, 0x81, 0xA6...0xA9): return 3
        case (0xEF, 0xBB, 0xBF): return 3
        default: return 0
        }
    }

    /// Returns the first index from `index` that is not in a mark.
    static func skip(in bytes: [UInt8], from index: Int, before end: Int) -> Int {
        var index = index
        while index < end, bytes[index] >= 0xE2 {
            let length = length(in: bytes, at: index, before: end)
            if length == 0 { break }
            index += length
        }
        return index
    }

    /// Returns the length in bytes of the blank at an index (space, tab, no-break or narrow space);
    /// 0 if there is none.
    static func blank(in bytes: [UInt8], at index: Int, before end: Int) -> Int {
        guard index < end else { return 0 }
        switch bytes[index] {
        case 0x20, 0x09: return 1
        case 0xC2: return index + 1 < end && bytes[index + 1] == 0xA0 ? 2 : 0
        case 0xE2:
            guard index + 2 < end, bytes[index + 1] == 0x80 else { return 0 }
            return (0x80...0x8A).contains(bytes[index + 2]) || bytes[index + 2] == 0xAF ? 3 : 0
        default: return 0
        }
    }

    /// Returns the first index from `index` that is neither in a mark nor in a blank.
    static func skipWithBlanks(in bytes: [UInt8], from index: Int, before end: Int) -> Int {
        var index = index
        while index < end {
            let length =
                length(in: bytes, at: index, before: end) + blank(in: bytes, at: index, before: end)
            if length == 0 { break }
            index += length
        }
        return index
    }

    /// Returns the range without marks and blanks on either side.
    static func trim(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
        let start = skipWithBlanks(in: bytes, from: range.lowerBound, before: range.upperBound)
        var end = range.upperBound
        while end > start {
            // Marks and blanks end with one of these bytes.
            guard bytes[end - 1] >= 0x80 || bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09
            else { break }
            let length = [1, 2, 3].first { length in
                let index = end - length
                return index >= start
                    && (self.length(in: bytes, at: index, before: end) == length
                        || blank(in: bytes, at: index, before: end) == length)
            }
            guard let length else { break }
            end -= length
        }
        return start..<end
    }

    /// Returns the text for matching and for names: without marks, and with ordinary spaces.
    static func plain(_ text: Substring) -> String {
        guard mayHold(text) else { return String(text) }
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: continue
            case 0xA0, 0x2000...0x200A, 0x202F: out.append(" ")
            default: out.append(scalar)
            }
        }
        return String(out)
    }

    /// Returns whether the text contains the first two bytes of a mark or special blank. Most texts
    /// do not.
    private static func mayHold(_ text: Substring) -> Bool {
        let text = text.utf8Span
        guard !text.isKnownASCII else { return false }
        let span = text.span
        var index = 0
        while index + 1 < span.count {
            switch (span[index], span[index + 1]) {
            case (0xE2, 0x80...0x81), (0xC2, 0xA0), (0xEF, 0xBB): return true
            default: index += 1
            }
        }
        return false
    }

    /// Returns the text as it was typed: without leading marks, and without the pairs that exports
    /// insert around mentions and numbers. Other marks may be the writer's own and are kept.
    static func unwrapped(_ text: String) -> String {
        guard mayHold(text[...]) else { return text }
        var scalars = Array(text.unicodeScalars.drop { $0.value == 0x200E || $0.value == 0x200F })
        var open: [Int] = []
        var paired: Set<Int> = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x202A...0x202E where scalar.value != 0x202C, 0x2066...0x2068: open.append(index)
            case 0x202C, 0x2069:
                guard let start = open.popLast() else { continue }
                // An isolate around a mention, or its name, shows where the name ends.
                if scalars[start].value == 0x2068,
                    scalars[start + 1] == "@" || start > 0 && scalars[start - 1] == "@"
                {
                    continue
                }
                paired.insert(start)
                paired.insert(index)
            default: break
            }
        }
        if !paired.isEmpty {
            scalars = scalars.enumerated().filter { !paired.contains($0.offset) }.map(\.element)
        }
        var out = String.UnicodeScalarView()
        out.append(contentsOf: scalars)
        return String(out)
    }
}
