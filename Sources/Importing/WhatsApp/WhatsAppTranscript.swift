/// The lines of an exported chat: where each message begins, who wrote it, and how far it goes.
struct WhatsAppTranscript {
    struct Entry {
        var stamp: WhatsAppStamp
        /// Empty where the line has none.
        var author: Range<Int>
        /// Past the author and its colon, to the end of the last line that belongs to it.
        var body: Range<Int>
        /// From the end of the stamp, author and all.
        var whole: Range<Int>
    }

    /// How lines begin; a chat keeps to the form of its first line, so that lines that somebody
    /// pasted into a message stay part of it.
    enum LineStart { case brackets, dash, colon }

    let bytes: [UInt8]
    private let phrases: WhatsAppPhrases
    private(set) var entries: [Entry] = []
    private(set) var lineStart: LineStart?
    /// Lines before the first message that are not blank.
    private(set) var strayLines = 0

    /// An author's name is never longer; what is, is a system text with a colon in it.
    static let maxAuthorLength = 200

    init(_ bytes: [UInt8], _ phrases: WhatsAppPhrases) {
        self.bytes = bytes
        self.phrases = phrases
        for line in Lines(bytes) {
            if let entry = header(of: line) {
                entries.append(entry)
            } else if !entries.isEmpty {
                let last = entries.count - 1
                entries[last].body = entries[last].body.lowerBound..<line.upperBound
                entries[last].whole = entries[last].whole.lowerBound..<line.upperBound
            } else if !Marks.trim(bytes, line).isEmpty {
                strayLines += 1
            }
        }
    }

    func text(_ range: Range<Int>) -> String {
        let slice = bytes[range]
        guard slice.contains(0x0D) else { return String(decoding: slice, as: UTF8.self) }
        return String(decoding: slice.filter { $0 != 0x0D }, as: UTF8.self)
    }

    private mutating func header(of line: Range<Int>) -> Entry? {
        let start = Marks.skip(in: bytes, from: line.lowerBound, before: line.upperBound)
        guard start < line.upperBound else { return nil }
        if bytes[start] == UInt8(ascii: "[") {
            guard lineStart == nil || lineStart == .brackets else { return nil }
            return bracketed(start + 1..<line.upperBound)
        }
        guard lineStart != .brackets, mayBeginStamp(bytes[start]) else { return nil }
        if lineStart != .colon, let entry = dashed(start..<line.upperBound) { return entry }
        return lineStart == .dash ? nil : coloned(start..<line.upperBound)
    }

    /// Digits in any script, and letters for weekdays and months.
    private func mayBeginStamp(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || byte >= 0xC3 || (byte | 0x20) &- 0x61 < 26
    }

    private mutating func bracketed(_ line: Range<Int>) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + WhatsAppStampReader.maxLength + 1)
        guard let close = bytes[line.lowerBound..<limit].firstIndex(of: UInt8(ascii: "]")),
            let stamp = WhatsAppStampReader.read(bytes, line.lowerBound..<close, phrases)
        else { return nil }
        lineStart = .brackets
        var start = close + 1
        if start < line.upperBound, bytes[start] == 0x20 { start += 1 }
        return entry(stamp, start..<line.upperBound)
    }

    private mutating func dashed(_ line: Range<Int>) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + WhatsAppStampReader.maxLength + 3)
        var index = line.lowerBound + 6
        while index + 2 < limit {
            if bytes[index] == 0x20, let length = dash(at: index + 1, before: limit) {
                guard
                    let stamp = WhatsAppStampReader.read(bytes, line.lowerBound..<index, phrases)
                else { return nil }
                lineStart = .dash
                return entry(stamp, min(index + 1 + length, line.upperBound)..<line.upperBound)
            }
            index += 1
        }
        return nil
    }

    /// `- ` or `– `: its bytes.
    private func dash(at index: Int, before end: Int) -> Int? {
        if bytes[index] == UInt8(ascii: "-"), index + 1 < end, bytes[index + 1] == 0x20 { return 2 }
        guard index + 3 < end, bytes[index] == 0xE2, bytes[index + 1] == 0x80,
            bytes[index + 2] == 0x93, bytes[index + 3] == 0x20
        else { return nil }
        return 4
    }

    /// `13.06.18 21.25.15: Ann: text`.
    private mutating func coloned(_ line: Range<Int>) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + WhatsAppStampReader.maxLength + 2)
        var index = line.lowerBound + 6
        while index + 1 < limit {
            if bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == 0x20 {
                guard
                    let stamp = WhatsAppStampReader.read(bytes, line.lowerBound..<index, phrases)
                else { return nil }
                let entry = entry(stamp, index + 2..<line.upperBound)
                // Too loose a shape for anything without an author.
                guard !entry.author.isEmpty else { return nil }
                lineStart = .colon
                return entry
            }
            index += 1
        }
        return nil
    }

    private func entry(_ stamp: WhatsAppStamp, _ rest: Range<Int>) -> Entry {
        let limit = min(rest.upperBound, rest.lowerBound + Self.maxAuthorLength)
        var index = rest.lowerBound
        while index < limit {
            if bytes[index] == UInt8(ascii: ":"),
                index + 1 == rest.upperBound || bytes[index + 1] == 0x20
            {
                let author = Marks.trim(bytes, rest.lowerBound..<index)
                if author.isEmpty { break }
                let body = min(index + 2, rest.upperBound)..<rest.upperBound
                return Entry(stamp: stamp, author: author, body: body, whole: rest)
            }
            index += 1
        }
        let none = rest.lowerBound..<rest.lowerBound
        return Entry(stamp: stamp, author: none, body: rest, whole: rest)
    }
}
