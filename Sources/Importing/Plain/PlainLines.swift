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
    }

    private static let maxName = 40

    private static func recognize(_ probe: Probe) -> Claim? {
        // In an archive with several texts, such lines are more likely notes about its contents.
        guard probe.files.count == 1, let file = probe.files.first, file.shape == nil,
            !file.begins(with: "<")
        else { return nil }
        let bytes = TextFile.decode(file.head).bytes
        let lines = Lines(bytes).filter { line in bytes[line].contains { $0 > 0x20 } }
        let named = lines.count { self.line($0, in: bytes) != nil }
        guard named >= 2, named * 2 >= lines.count else { return nil }
        // A mail begins with lines of the same form.
        let heads = Set(lines.prefix(40).compactMap { self.line($0, in: bytes)?.name.lowercased() })
        guard !heads.isSuperset(of: ["from", "subject"]) else { return nil }
        return Claim(.possible, [file.name])
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let bytes = TextFile.decode(try sources.document(file)).bytes
        let speakers = speakers(in: bytes)
        var open: (line: Line, end: Int)?
        var (early, timeless) = (0, 0)
        for range in Lines(bytes) {
            if let line = line(range, in: bytes), speakers.contains(line.name) {
                if let open { try add(open.line, to: open.end, bytes, &builder) }
                open = (line, range.upperBound)
                if let time = line.time, TimeText(time) == nil { timeless += 1 }
            } else if open != nil {
                open?.end = range.upperBound
            } else if bytes[range].contains(where: { $0 > 0x20 }) {
                early += 1
            }
        }
        if let open { try add(open.line, to: open.end, bytes, &builder) }
        builder.warn(linesBeforeFirstMessage: early)
        builder.warn(.badTime, timeless, "line", "with a time but no date; the time is not shown")
        if let own = builder.conversation.participants.own { builder.setMe(own) }
    }

    /// Returns the names of speakers. A sentence may contain a colon: if at least two names recur,
    /// names that occur once are not speakers.
    private static func speakers(in bytes: [UInt8]) -> Set<String> {
        var counts: [String: Int] = [:]
        for range in Lines(bytes) {
            guard let line = line(range, in: bytes) else { continue }
            counts[line.name, default: 0] += 1
        }
        let again = counts.filter { $0.value > 1 }
        return Set((again.count > 1 ? again : counts).keys)
    }

    private static func add(
        _ line: Line, to end: Int, _ bytes: [UInt8], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = line.time.flatMap { builder.moment($0) }
        var message = builder.message(at: at)
        message.from = try builder.participant(line.name)
        let range = line.body.lowerBound..<max(line.body.lowerBound, end)
        message.body = Body.markdown(String(decoding: bytes[range], as: UTF8.self))
        try builder.append(message)
    }

    /// Parses `2006-01-02 15:04 Ana: text`, `[10:31] Ana: text`, `**Ana:** text` or `Ana: text`.
    private static func line(_ range: Range<Int>, in bytes: [UInt8]) -> Line? {
        var start = Marks.skipWithBlanks(
            in: bytes, from: range.lowerBound, before: range.upperBound)
        let time = time(&start, range.upperBound, in: bytes)
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
        let name = String(decoding: bytes[nameRange], as: UTF8.self).trimmingBlanks()
        guard isName(name) else { return nil }
        return Line(
            time: time, name: name, body: min(body + 1, range.upperBound)..<range.upperBound)
    }

    private static func isName(_ name: String) -> Bool {
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
        let stamp = text.prefix { $0 &- 0x30 < 10 || [0x2D, 0x3A, 0x54, 0x20, 0x5A].contains($0) }
        let digits = stamp.count { $0 &- 0x30 < 10 }
        guard digits >= 3, stamp.contains(UInt8(ascii: ":")) else { return nil }
        var after = stamp.endIndex
        if isBracketed {
            guard after < end, bytes[after] == UInt8(ascii: "]") else { return nil }
            after += 1
        }
        start = Marks.skipWithBlanks(in: bytes, from: after, before: end)
        return String(decoding: stamp, as: UTF8.self).trimmingBlanks()
    }
}
