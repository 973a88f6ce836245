import Conversation
import Resources

/// The lines of an exported chat: where each message begins, who wrote it, and how far it goes.
struct WhatsAppTranscript {
    /// The meaning of a line's direction marks, which is the same in every language.
    enum Marking {
        case none
        /// Before the text alone: a notice, a call, a place, a deleted message, or somebody's own
        /// words.
        case text
        /// Before the bracket and before the text: an attachment.
        case lineAndText
    }

    /// How lines begin; a chat keeps to the form of its first line, so that lines that somebody
    /// pasted into a message stay part of it.
    enum LineStart { case brackets, dash, colon }

    /// An export that has more bytes is none that a phone wrote: places in it are kept in 32 bits.
    static let mostBytes = Int(UInt32.max)

    private var window: TextWindow
    private var stamps: WhatsAppStampReader
    /// With places in the text: `show` brings what one says into memory.
    private(set) var entries: [Entry] = []
    private(set) var lineStart: LineStart?
    /// Lines before the first message that are not blank.
    private(set) var strayLines = 0

    /// An author's name is never longer; what is, is a system text with a colon in it.
    static let maxAuthorLength = 200

    /// - Parameter allowance: what it refuses is not read: whoever asked for it asks again.
    init(
        _ window: consuming TextWindow, _ phrases: WhatsAppPhrases,
        _ allowance: Allowance = .unlimited, told: (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws(ImportError) {
        self.window = window
        stamps = WhatsAppStampReader(phrases)
        try readLines(allowance, told)
        keepOwnShape()
    }

    private mutating func readLines(
        _ allowance: Allowance, _ told: (_ done: Int, _ all: Int) -> Void
    ) throws(ImportError) {
        var shown: Int?
        while let line = try window.nextLine() {
            // The window moved on.
            if shown != window.start {
                guard allowance.goesOn else { return }
                shown = window.start
                stamps.take(bytes)
                told(window.progress.done, window.progress.all)
            }
            let end = window.start + line.upperBound
            guard end <= Self.mostBytes else {
                throw .limit(.documentBytes, limit: Self.mostBytes, actual: end, at: window.file)
            }
            if let entry = header(of: line) {
                entries.append(entry.moved(by: window.start))
            } else if !entries.isEmpty {
                entries[entries.count - 1].extend(to: end)
            } else if !Marks.trim(bytes, line).isEmpty {
                strayLines += 1
            }
        }
    }

    /// The part of the text that is in memory.
    var bytes: [UInt8] { window.bytes }

    var wasRepaired: Bool { window.wasRepaired }

    /// Brings what an entry says into memory; the entry with its places there.
    mutating func show(_ entry: Entry) throws(ImportError) -> Entry {
        entry.moved(by: try window.show(entry.whole).lowerBound - entry.whole.lowerBound)
    }

    /// Gives lines that only look like headers back to the messages that they stand in: a pasted
    /// invitation begins with a date, too, but in another shape than this file's own.
    private mutating func keepOwnShape() {
        var counts: [WhatsAppStamp.Shape: Int] = [:]
        for entry in entries where !entry.isBareNotice {
            counts[entry.stamp.shape, default: 0] += 1
        }
        let most = counts.values.max() ?? 0
        // Where no shape is that of most lines, none is the file's own.
        guard counts.count > 1, most * 2 > counts.values.reduce(0, +) else { return }
        let first = entries.first { counts[$0.stamp.shape] == most }?.stamp.shape
        // A file put together from the exports of two phones has two shapes, and much of both.
        let own = Set(
            counts.filter { $0.key == first || ($0.value >= 3 && $0.value * 10 >= entries.count) }
                .keys)
        var kept: [Entry] = []
        kept.reserveCapacity(entries.count)
        for entry in entries {
            if entry.isBareNotice || own.contains(entry.stamp.shape) {
                kept.append(entry)
            } else if let last = kept.indices.last {
                kept[last].extend(to: entry.whole.upperBound)
            } else {
                strayLines += 1
            }
        }
        entries = kept
    }

    func text(_ range: Range<Int>) -> String {
        let slice = bytes[range]
        guard holds(0x0D, in: range) else { return String(decoding: slice, as: UTF8.self) }
        return String(decoding: slice.filter { $0 != 0x0D }, as: UTF8.self)
    }

    func holds(_ byte: UInt8, in range: Range<Int>) -> Bool {
        bytes.span.offset(of: byte, from: range.lowerBound, before: range.upperBound) != nil
    }

    func says(_ words: [UInt8], at range: Range<Int>) -> Bool {
        guard words.count == range.count else { return false }
        let (text, words) = (bytes.span, words.span)
        var offset = 0
        while offset < words.count, text[range.lowerBound + offset] == words[offset] { offset += 1 }
        return offset == words.count
    }

    private mutating func header(of line: Range<Int>) -> Entry? {
        let start = Marks.skip(in: bytes, from: line.lowerBound, before: line.upperBound)
        guard start < line.upperBound else { return nil }
        if bytes[start] == UInt8(ascii: "[") {
            guard lineStart == nil || lineStart == .brackets else { return nil }
            return bracketed(start + 1..<line.upperBound, isMarked: start > line.lowerBound)
        }
        guard mayBeginStamp(bytes[start]) else { return nil }
        guard lineStart != .brackets else { return bareNotice(start..<line.upperBound) }
        if lineStart != .colon, let entry = dashed(start..<line.upperBound) { return entry }
        return lineStart == .dash ? nil : coloned(start..<line.upperBound)
    }

    /// Digits in any script, and letters for weekdays and months.
    private func mayBeginStamp(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || byte >= 0xC3 || (byte | 0x20) &- 0x61 < 26
    }

    private mutating func bracketed(_ line: Range<Int>, isMarked: Bool) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + WhatsAppStampReader.maxLength + 1)
        guard let close = bytes[line.lowerBound..<limit].firstIndex(of: UInt8(ascii: "]")),
            let stamp = stamps.read(line.lowerBound..<close)
        else { return nil }
        lineStart = .brackets
        var start = close + 1
        if start < line.upperBound, bytes[start] == 0x20 { start += 1 }
        var entry = entry(stamp, start..<line.upperBound)
        if isDirectionMark(at: entry.body) {
            entry.marking = isMarked ? .lineAndText : .text
        } else if isMarked, isDirectionMark(at: pastBlanks(entry.body)) {
            entry.marking = .lineAndText
        } else if isMarked, transcribesDocument(entry.body) {
            entry.marking = .lineAndText
        }
        return entry
    }

    /// `plan • `, a mark and `2 pages`: a document's own name stands before the mark.
    private func transcribesDocument(_ body: Range<Int>) -> Bool {
        ["\u{200E}", "\u{200F}"].contains { mark in
            bytes[body].span.offset(of: Array(" \u{2022} \(mark)".utf8)) != nil
        }
    }

    private func pastBlanks(_ range: Range<Int>) -> Range<Int> {
        let blanks = bytes[range].prefix { $0 == 0x20 }.count
        return range.lowerBound + blanks..<range.upperBound
    }

    /// U+200E, or U+200F where people write from right to left.
    private func isDirectionMark(at range: Range<Int>) -> Bool {
        range.count >= 3 && bytes[range.lowerBound] == 0xE2 && bytes[range.lowerBound + 1] == 0x80
            && (0x8E...0x8F).contains(bytes[range.lowerBound + 2])
    }

    /// Notices of 2016, which stand without brackets among lines with them:
    /// `7/1/16, 5:14:12 PM: `, a mark, and what happened.
    private mutating func bareNotice(_ line: Range<Int>) -> Entry? {
        guard let (stamp, rest) = stampBeforeColon(line), isDirectionMark(at: rest) else {
            return nil
        }
        var entry = Entry(stamp, rest)
        entry.isBareNotice = true
        return entry
    }

    private mutating func dashed(_ line: Range<Int>) -> Entry? {
        let limit = min(line.upperBound, line.lowerBound + WhatsAppStampReader.maxLength + 3)
        var index = line.lowerBound + 6
        while index + 2 < limit {
            if bytes[index] == 0x20, let length = dash(at: index + 1, before: limit) {
                guard let stamp = stamps.read(line.lowerBound..<index) else { return nil }
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
        if let notice = bareNotice(line) { return notice }
        guard let (stamp, rest) = stampBeforeColon(line) else { return nil }
        let entry = entry(stamp, rest)
        // Too loose a shape for anything without an author.
        guard !entry.author.isEmpty else { return nil }
        lineStart = .colon
        return entry
    }

    private mutating func stampBeforeColon(
        _ line: Range<Int>
    ) -> (WhatsAppStamp, rest: Range<Int>)? {
        let limit = min(line.upperBound, line.lowerBound + WhatsAppStampReader.maxLength + 2)
        var index = line.lowerBound + 6
        while index + 1 < limit {
            if bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == 0x20 {
                let stamp = stamps.read(line.lowerBound..<index)
                return stamp.map { ($0, index + 2..<line.upperBound) }
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
                var author = Marks.trim(bytes, rest.lowerBound..<index)
                // A name may consist of nothing but marks.
                if author.isEmpty { author = rest.lowerBound..<index }
                if author.isEmpty { break }
                return Entry(
                    stamp, rest, author: author, bodyStart: min(index + 2, rest.upperBound))
            }
            index += 1
        }
        return Entry(stamp, rest)
    }
}
