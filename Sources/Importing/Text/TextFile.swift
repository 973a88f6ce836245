import Basics

/// Decodes text files: UTF-8, and UTF-16 with a byte order mark, as some editors save it.
enum TextFile {
    /// Returns the text's UTF-8 bytes, and whether invalid bytes were replaced by U+FFFD.
    static func decode(_ bytes: [UInt8]) -> (bytes: [UInt8], wasRepaired: Bool) {
        Encoding(bytes).decode(bytes, isFirst: true)
    }

    enum Encoding: Equatable {
        case utf8
        case utf16(isLittle: Bool)

        /// Detects the encoding from the byte order mark, if there is one.
        init(_ head: [UInt8]) {
            if head.starts(with: [0xFF, 0xFE]) {
                self = .utf16(isLittle: true)
            } else if head.starts(with: [0xFE, 0xFF]) {
                self = .utf16(isLittle: false)
            } else {
                self = .utf8
            }
        }

        /// - Parameter isFirst: whether the bytes may begin with a byte order mark.
        func decode(_ bytes: [UInt8], isFirst: Bool) -> (bytes: [UInt8], wasRepaired: Bool) {
            if case .utf16(let isLittle) = self {
                return TextFile.utf16(bytes.dropFirst(isFirst ? 2 : 0), isLittle: isLittle)
            }
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: bytes.span)
                return (bytes, false)
            } catch {
                return (Array(String(decoding: bytes, as: UTF8.self).utf8), true)
            }
        }

        /// Returns the end of the last complete line. The bytes must begin at a character boundary.
        ///
        /// - Parameter start: an offset before which no line ends.
        func lastLineEnd(in bytes: [UInt8], from start: Int) -> Int? {
            switch self {
            case .utf8:
                return bytes[start...].lastIndex(of: 0x0A).map { $0 + 1 }
            case .utf16(let isLittle):
                let places = stride(from: bytes.count & ~1, to: start & ~1, by: -2)
                return places.first { end in
                    (bytes[end - 2], bytes[end - 1]) == (isLittle ? (0x0A, 0) : (0, 0x0A))
                }
            }
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> ([UInt8], Bool) {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        let text = String(decoding: units, as: UTF16.self)
        return (Array(text.utf8), text.unicodeScalars.contains("\u{FFFD}"))
    }
}

/// Text whose UTF-8 bytes were each written as a Latin-1 character.
enum Mojibake {
    /// Returns the repaired text, or the text itself if it was not garbled this way.
    static func repaired(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard scalar.value <= 0xFF else { return text }
            bytes.append(UInt8(scalar.value))
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}

/// The lines of a text as ranges of its bytes. Lines end with LF, CRLF or the end of the text.
struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let start = position
        let found = bytes.span.offset(of: 0x0A, from: start, before: bytes.count)
        let end = found ?? bytes.count
        position = end + 1
        let isCRLF = found != nil && end > start && bytes[end - 1] == 0x0D
        return start..<(isCRLF ? end - 1 : end)
    }
}

/// A text of any length, of which only the lines in use are in memory, as UTF-8.
///
/// An offset in `bytes` plus `start` is an offset in the text. Lines that were released can be read
/// again; this restarts at the beginning of the file.
struct TextWindow {
    private(set) var bytes: [UInt8] = []
    /// The number of bytes of the text before those in memory.
    private(set) var start = 0
    /// Whether invalid bytes have been replaced by U+FFFD so far.
    private(set) var wasRepaired = false
    private let pieces: ByteSource
    let file: String
    private let encoding: TextFile.Encoding
    private let repairs: Bool
    /// The number of bytes read from the file, and the bytes among them that belong to an
    /// incomplete line.
    private var taken = 0
    private var rest: [UInt8] = []
    /// The offset of the next line in `bytes`.
    private var position = 0

    /// - Parameter repairs: whether to replace invalid UTF-8 by U+FFFD. Otherwise the bytes are
    ///   left for the reader to reject.
    init(_ pieces: ByteSource, file: String, repairs: Bool = true) throws(ImportError) {
        self.pieces = pieces
        self.file = file
        self.repairs = repairs
        var head: [UInt8] = []
        while head.count < 3, head.count < pieces.count {
            guard let piece = pieces.piece(from: head.count) else {
                throw .unreadable(file: file, offset: head.count)
            }
            head += piece
        }
        encoding = TextFile.Encoding(head)
        try rewind(to: head)
    }

    /// The number of bytes read and the file's size, for progress reports.
    var progress: (done: Int, all: Int) { (taken, pieces.count) }

    /// Returns the next line as a range of `bytes`. Lines end with LF, CRLF or the end of the text.
    mutating func nextLine() throws(ImportError) -> Range<Int>? {
        if position == bytes.count {
            letGo(of: position)
            guard try grow() else { return nil }
        }
        let line = position
        let found = bytes.span.offset(of: 0x0A, from: line, before: bytes.count)
        let end = found ?? bytes.count
        position = found.map { $0 + 1 } ?? end
        let isCRLF = found != nil && end > line && bytes[end - 1] == 0x0D
        return line..<(isCRLF ? end - 1 : end)
    }

    /// Loads a range of the text and returns its range in `bytes`.
    mutating func show(_ range: Range<Int>) throws(ImportError) -> Range<Int> {
        if range.lowerBound < start {
            taken = 0
            try rewind(to: [])
        }
        while range.upperBound > start + bytes.count {
            letGo(of: min(range.lowerBound - start, bytes.count))
            guard try grow() else { throw .unreadable(file: file, offset: taken) }
        }
        return range.lowerBound - start..<range.upperBound - start
    }

    /// Returns a range of the text as a text of its own. Nothing before it is read again if the
    /// file's bytes are the text.
    func again(_ range: Range<Int>) throws(ImportError) -> TextWindow {
        var bytes: [UInt8]?
        if encoding == .utf8, !repairs {
            bytes = pieces.bytes(in: range)
        } else {
            var window = self
            let found = try window.show(range)
            bytes = Array(window.bytes[found])
        }
        guard let bytes else { throw .unreadable(file: file, offset: range.lowerBound) }
        return try TextWindow(ByteSource(bytes), file: file, repairs: false)
    }

    /// Restarts at the beginning of the file, from which `head` is already read.
    private mutating func rewind(to head: [UInt8]) throws(ImportError) {
        taken = head.count
        rest = head
        bytes = []
        start = 0
        position = 0
        _ = try grow()
        // The byte order mark stays in `bytes`, as in a text read as a whole, but belongs to no
        // line.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func letGo(of count: Int) {
        guard count > 0 else { return }
        bytes.removeFirst(count)
        start += count
        position = max(0, position - count)
    }

    /// Loads more bytes up to the end of a line, so that no character is split. Returns false at
    /// the end.
    private mutating func grow() throws(ImportError) -> Bool {
        var raw = rest
        rest = []
        var searched = 0
        while taken < pieces.count {
            if let end = encoding.lastLineEnd(in: raw, from: searched) {
                rest = Array(raw[end...])
                raw.removeSubrange(end...)
                break
            }
            searched = raw.count
            guard let piece = pieces.piece(from: taken) else {
                throw .unreadable(file: file, offset: taken)
            }
            taken += piece.count
            raw += piece
        }
        if repairs || encoding != .utf8 {
            let text = encoding.decode(raw, isFirst: start == 0 && bytes.isEmpty)
            if text.wasRepaired { wasRepaired = true }
            raw = text.bytes
        }
        guard !raw.isEmpty else { return false }
        if bytes.isEmpty { bytes = raw } else { bytes += raw }
        return true
    }
}
