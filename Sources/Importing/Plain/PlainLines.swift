import Basics
import Model

/// Handwritten lines: `Name: text`, optionally with a time before the name.
enum PlainLines {
    static let importer = Importer(
        name: "text", title: "plain lines",
        summary: "text with \u{201C}Name: message\u{201D} lines",
        recognize: recognize, read: read)

    private struct Line {
        var time: String?
        var name: String
        var body: Range<Int>
        /// Whether the line is `## Ana:` or `Ana said:`, above a text.
        var isHeading: Bool
    }

    private static let maxName = 40

    private static func recognize(_ probe: Probe) -> Claim? {
        // In an archive with several texts, such lines are more likely notes about its contents.
        guard probe.files.count == 1, let file = probe.files.first, file.isText else {
            return nil
        }
        let bytes = TextFile.decode(file.head).bytes
        let lines = Lines(bytes).filter { line in
            bytes[line].contains { $0 > 0x20 } && !isCue(bytes[line])
        }
        let named = lines.compactMap(parser(for: bytes))
        guard let first = named.first, named.count >= 2 else { return nil }
        let names = Set(named.map(\.name))
        // Headings have long texts below them, but so have those of other documents.
        let areHeadings = first.isHeading && (names.count < named.count || names.contains("You"))
        guard areHeadings || named.count * 2 >= lines.count else { return nil }
        // A mail begins with lines of the same form.
        let heads = Set(lines.prefix(40).compactMap { line($0, in: bytes)?.name.lowercased() })
        guard !heads.isSuperset(of: ["from", "subject"]) else { return nil }
        return Claim(.possible, [file.name])
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let bytes = try builder.sources.decoded(file)
        let parse = parser(for: bytes)
        let speakers = speakers(in: bytes, parse)
        var open: (line: Line, end: Int)?
        var (early, timeless) = (0, 0)
        for range in Lines(bytes) {
            if let line = parse(range), speakers.contains(line.name) {
                if let open { try add(open.line, to: open.end, bytes, &builder) }
                open = (line, range.upperBound)
                if let time = line.time, TimeText(time) == nil { timeless += 1 }
            } else if isCue(bytes[range]) {
                timeless += 1
            } else if open != nil {
                open?.end = range.upperBound
            } else if bytes[range].contains(where: { $0 > 0x20 }) {
                early += 1
            }
        }
        if let open { try add(open.line, to: open.end, bytes, &builder) }
        builder.warn(linesBeforeFirstMessage: early)
        builder.warn(.badTime, timeless, "line", "with a time but no date; the time is not shown")
        builder.setMeByName()
    }

    /// Returns the names of speakers. A sentence may contain a colon: if at least two names recur,
    /// names that occur once are not speakers.
    private static func speakers(
        in bytes: [UInt8], _ parse: (Range<Int>) -> Line?
    ) -> Set<String> {
        var counts: [String: Int] = [:]
        for range in Lines(bytes) {
            guard let line = parse(range) else { continue }
            counts[line.name, default: 0] += 1
        }
        let again = counts.filter { $0.value > 1 }
        return Set((again.count > 1 ? again : counts).keys)
    }

    /// Returns whether a line is `00:00:12.000,00:00:17.000`: the times of the next line in the chat
    /// of a recording by Google Meet.
    private static func isCue(_ line: ArraySlice<UInt8>) -> Bool {
        let times = line.split(separator: UInt8(ascii: ","))
        return times.count == 2
            && times.allSatisfy { time in
                time.count { $0 == UInt8(ascii: ":") } == 2
                    && time.allSatisfy { ASCII.isDigit($0) || $0 == 0x3A || $0 == 0x2E }
            }
    }

    private static func add(
        _ line: Line, to end: Int, _ bytes: [UInt8], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = line.time.flatMap { builder.moment($0) }
        var record = Record(at: at, from: Record.Person(key: line.name))
        let range = line.body.lowerBound..<max(line.body.lowerBound, end)
        record.message.body = Body.markdown(String(decoding: bytes[range], as: UTF8.self))
        try builder.add(record)
    }

    /// Returns a function that parses lines. If the first is a heading, only headings begin
    /// messages; otherwise none does.
    private static func parser(for bytes: [UInt8]) -> (Range<Int>) -> Line? {
        let first = Lines(bytes).lazy.compactMap { line($0, in: bytes) }.first
        return { range in
            line(range, in: bytes).flatMap { $0.isHeading == first?.isHeading ? $0 : nil }
        }
    }

    /// Parses `2006-01-02 15:04 Ana: text`, `[10:31 AM] Ana: text`, `**Ana:** text`, `Ana: text`, or
    /// a heading.
    private static func line(_ range: Range<Int>, in bytes: [UInt8]) -> Line? {
        var start = Marks.skipWithBlanks(
            in: bytes, from: range.lowerBound, before: range.upperBound)
        let time = time(&start, range.upperBound, in: bytes)
        let marks = bytes[start..<range.upperBound].prefix { $0 == UInt8(ascii: "#") }.count
        start = Marks.skipWithBlanks(in: bytes, from: start + marks, before: range.upperBound)
        let limit = min(range.upperBound, start + maxName + 4)
        guard start < limit,
            let colon = bytes[start..<limit].firstIndex(of: UInt8(ascii: ":")), colon > start
        else { return nil }
        var nameRange = start..<colon
        var body = colon + 1
        if bytes[start..<colon].starts(with: "**".utf8) {
            guard colon - start > 2, bytes[body..<range.upperBound].starts(with: "**".utf8) else {
                return nil
            }
            nameRange = (start + 2)..<colon
            body += 2
        }
        guard body == range.upperBound || bytes[body] == 0x20 || bytes[body] == 0x09 else {
            return nil
        }
        var name = String(decoding: bytes[nameRange], as: UTF8.self).trimmingBlanks()
        guard isName(name) else { return nil }
        let isSaid = body == range.upperBound && name.hasSuffix(" said")
        if isSaid { name = String(name.dropLast(5)) }
        return Line(
            time: time, name: name, body: min(body + 1, range.upperBound)..<range.upperBound,
            isHeading: isSaid || marks > 0)
    }

    static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, name.utf8.count <= maxName,
            first.properties.isAlphabetic || first == "+" || first == "@"
        else { return false }
        return name.split(separator: " ").count <= 4
            && !name.utf8.contains { "/<>{}=\"".utf8.contains($0) }
    }

    /// Returns what precedes the name: a date and time, or a time.
    private static func time(_ start: inout Int, _ end: Int, in bytes: [UInt8]) -> String? {
        guard start < end else { return nil }
        let isBracketed = bytes[start] == UInt8(ascii: "[")
        let first = start + (isBracketed ? 1 : 0)
        let text = bytes[first..<min(end, first + 24)]
        let stamp = text.prefix {
            ASCII.isDigit($0) || [0x2D, 0x3A, 0x54, 0x20, 0x5A].contains($0)
        }
        let digits = stamp.count(where: ASCII.isDigit)
        guard digits >= 3, stamp.contains(UInt8(ascii: ":")) else { return nil }
        var after = clock(in: bytes, first..<end) ?? stamp.endIndex
        let isUTC = bytes[after..<end].starts(with: "UTC]".utf8)
        if isUTC { after += 3 }
        if isBracketed {
            guard after < end, bytes[after] == UInt8(ascii: "]") else { return nil }
            after += 1
        }
        start = Marks.skipWithBlanks(in: bytes, from: after, before: end)
        return String(decoding: stamp, as: UTF8.self).trimmingBlanks() + (isUTC ? "Z" : "")
    }

    /// Returns the end of the time of day at the beginning of a range: `9:13`, `09:13:05`, `9:13 AM`
    /// or `9:13 p.m.`
    static func clock(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        let digits = bytes[range].prefix(8).prefix { ASCII.isDigit($0) || $0 == 0x3A }
        let numbers = digits.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), (1...2).contains(numbers[0].count),
            numbers.dropFirst().allSatisfy({ $0.count == 2 && $0[$0.startIndex] < 0x36 })
        else { return nil }
        let half = Marks.skipWithBlanks(in: bytes, from: digits.endIndex, before: range.upperBound)
        let word = bytes[half..<range.upperBound].prefix(5).prefix { byte in
            ASCII.isLetter(byte) || byte == 0x2E || byte >= 0x80
        }
        let isHalf = ["am", "pm", "a.m.", "p.m."].contains(
            String(decoding: word, as: UTF8.self).lowercased())
        return isHalf ? word.endIndex : digits.endIndex
    }
}
