/// Makes a caller's text safe to place beside other text. Most texts are returned unchanged.
///
/// - Control characters that no font shows are removed; NUL becomes U+FFFD.
/// - Every line end becomes LF.
/// - Stacks of combining marks are limited to eight.
/// - Directional embeddings and isolates are closed at the end of their line, so that no text can
///   reorder the text after it (Unicode Standard Annex #9).
package enum CleanText {
    /// The maximum number of marks on one base character. The tallest stack of real text, a Tibetan
    /// seed syllable, has eight; pointed and accented Hebrew has six. Eight stay within the bubble
    /// and the gap beside it; ten paint over the neighboring message.
    static let maxMarks = 8
    /// The maximum depth of embeddings. UAX #9 stops at 125.
    static let maxEmbeddingDepth = 60

    package static func clean(_ text: String) -> String {
        var none: [Int] = []
        return clean(text, moving: &none)
    }

    /// Cleans a text, and adjusts ascending UTF-8 offsets to the new positions of their characters.
    package static func clean(_ text: String, moving offsets: inout [Int]) -> String {
        guard needsCleaning(text) else { return text }
        var cleaner = Cleaner(capacity: text.utf8.count)
        var next = 0
        var position = 0
        for scalar in text.unicodeScalars {
            while next < offsets.count, offsets[next] <= position {
                offsets[next] = cleaner.bytes.count
                next += 1
            }
            cleaner.append(scalar)
            position += UTF8.width(scalar)
        }
        for index in offsets.indices[next...] { offsets[index] = cleaner.bytes.count }
        cleaner.closeLine()
        return String(decoding: cleaner.bytes, as: UTF8.self)
    }

    /// Cleans a text that must stay on one line, such as a name.
    package static func line(_ text: String) -> String {
        let clean = clean(text)
        guard clean.utf8.contains(where: { $0 == 0x0A || $0 == 0x09 }) else { return clean }
        return String(
            decoding: clean.utf8.map { $0 == 0x0A || $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
    }

    /// The class of a first byte: it may begin nothing special, a line end (U+0085), a combining
    /// mark, or a direction control.
    private enum Suspicion: UInt8 { case none, lineEnd, mark, direction }

    private static let suspicions: [Suspicion] = (UInt8.min...UInt8.max).map { byte in
        switch byte {
        // Combining diacritics, Cyrillic marks, Hebrew to Syriac, Thaana and N'Ko.
        case 0xCC, 0xCD, 0xD2, 0xD6...0xDF: .mark
        case 0xC2: .lineEnd
        case 0xE2: .direction
        // Ideographs and Hangul have no marks. Emoji, which begin with F0 9F, have none either.
        case 0xE0, 0xE1, 0xE3, 0xEA, 0xEF, 0xF0, 0xF3: .mark
        default: .none
        }
    }

    /// Scans the bytes once, and a second time only if there may be many marks or a direction
    /// control.
    private static func needsCleaning(_ text: String) -> Bool {
        let span = text.utf8.span
        let suspicions = suspicions.span
        // The possible marks since the last ASCII character, which is never one.
        var suspects = 0
        var mayStack = false
        for index in span.indices {
            let byte = span[index]
            if byte < 0x20, byte != 0x0A, byte != 0x09 { return true }
            if byte < 0x80 {
                if byte == 0x7F { return true }
                suspects = 0
                continue
            }
            switch suspicions[Int(byte)] {
            case .none: continue
            case .lineEnd: if span[index + 1] == 0x85 { return true }
            case .mark:
                suspects += byte == 0xF0 && span[index + 1] == 0x9F ? 0 : 1
            case .direction:
                suspects += 1
                // U+2028–202E and U+2066–2069.
                let second = span[index + 1]
                let third = span[index + 2]
                if second == 0x80, 0xA8...0xAE ~= third { return true }
                if second == 0x81, 0xA6...0xA9 ~= third { return true }
            }
            mayStack = mayStack || suspects > maxMarks
        }
        return mayStack && hasTallStack(text)
    }

    /// Whether marks are dropped.
    static func hasTallStack(_ text: String) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars where scalar.value >= 0x300 || marks > 0 {
            if isMark(scalar) {
                marks += 1
                if marks > maxMarks { return true }
            } else if !isJoiner(scalar) {
                marks = 0
            }
        }
        return false
    }

    static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D
    }

    /// Large ranges without marks are checked first.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x370..<0x483, 0x3400..<0xA66F, 0xAC00..<0xD800, 0x1F000..<0x1FB00:
            return false
        default:
            let category = scalar.properties.generalCategory
            return category == .nonspacingMark || category == .enclosingMark
        }
    }
}

/// The rewriting part of `CleanText`, for the few texts that need it.
private struct Cleaner {
    private(set) var bytes: [UInt8] = []
    private var marks = 0
    private var isAfterReturn = false
    /// The open embeddings and isolates of the line.
    private var open: [Opening] = []

    private enum Opening { case embedding, isolate }

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func append(_ scalar: Unicode.Scalar) {
        let isReturn = scalar == "\r"
        defer { isAfterReturn = isReturn }
        if scalar == "\n", isAfterReturn { return }
        guard keepsMark(scalar) else { return }
        switch scalar.value {
        case 0: put("\u{FFFD}")
        case 0x09: put(scalar)
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: endLine()
        case 0..<0x20, 0x7F: break
        case 0x202A, 0x202B, 0x202D, 0x202E: push(.embedding, scalar)
        case 0x2066...0x2068: push(.isolate, scalar)
        case 0x202C:
            if open.last == .embedding {
                open.removeLast()
                put(scalar)
            }
        case 0x2069:
            // UAX #9 BD9: this also ends the embeddings begun inside the isolate.
            if let isolate = open.lastIndex(of: .isolate) {
                open.removeSubrange(isolate...)
                put(scalar)
            }
        default: put(scalar)
        }
    }

    mutating func closeLine() {
        while let opening = open.popLast() {
            put(opening == .isolate ? "\u{2069}" : "\u{202C}")
        }
    }

    private mutating func endLine() {
        closeLine()
        put("\n")
    }

    private mutating func push(_ opening: Opening, _ scalar: Unicode.Scalar) {
        guard open.count < CleanText.maxEmbeddingDepth else { return }
        open.append(opening)
        put(scalar)
    }

    private mutating func keepsMark(_ scalar: Unicode.Scalar) -> Bool {
        if CleanText.isMark(scalar) {
            marks += 1
            return marks <= CleanText.maxMarks
        }
        if !CleanText.isJoiner(scalar) { marks = 0 }
        return true
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
