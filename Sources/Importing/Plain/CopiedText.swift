import Basics
import Model

/// Messages copied from the window of an app, each below a line with its sender and time.
enum CopiedText {
    static let importer = Importer(
        name: "copied", title: "copied messages",
        summary: "messages copied from the window of Telegram, Slack, Discord, Teams or WeChat",
        recognize: recognize, read: read)

    private static let probedLines = 400

    private static func recognize(_ probe: Probe) -> Claim? {
        guard probe.files.count == 1, let file = probe.files.first, file.isText else {
            return nil
        }
        let bytes = TextFile.decode(file.head).bytes
        var reader = CopiedHeader.Reader(bytes, probe.phrases.whatsApp)
        let lines = Lines(bytes).lazy.filter { line in bytes[line].contains { $0 > 0x20 } }
        let headers = lines.prefix(probedLines).map { reader.header($0) }
        // The name may be on the first line and the time on the second or third. A selection may
        // begin within a message.
        guard let first = headers.prefix(5).firstIndex(where: { $0?.isNext == false }),
            let header = headers[first],
            first == 0 || header.name.isEmpty || header.form == .dash || header.form == .closing
        else { return nil }
        let places = headers.indices.filter { headers[$0]?.form == header.form }
        // Lines of a log, which also have a time, have no text below them.
        let textless = places.count { headers.indices.contains($0 + 1) && places.contains($0 + 1) }
        guard places.count >= 2, textless * 4 <= places.count else { return nil }
        return Claim(.likely, [file.name])
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let bytes = try builder.sources.decoded(file)
        var chat = CopiedChat(bytes)
        var reader = CopiedHeader.Reader(bytes, builder.phrases.whatsApp)
        for line in Lines(bytes) {
            guard builder.budget.mayContinue else { throw .stopped }
            chat.read(line, reader.header(line))
        }
        try chat.add(to: &builder)
    }
}

private struct CopiedChat {
    private struct Entry {
        var header: CopiedHeader
        var name: String
        var lines: [Range<Int>] = []
    }

    private let bytes: [UInt8]
    /// The form of the first header. Lines in other forms are text.
    private var form: CopiedHeader.Form?
    private var entries: [Entry] = []
    private var early: [Range<Int>] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(_ line: Range<Int>, _ header: CopiedHeader?) {
        guard let header, form == nil || form == header.form, let name = name(of: header) else {
            if entries.isEmpty {
                early.append(line)
            } else {
                entries[entries.count - 1].lines.append(line)
            }
            return
        }
        form = header.form
        entries.append(Entry(header: header, name: name))
    }

    /// Returns the name of a message's sender, and takes it from the lines above if it is there.
    private mutating func name(of header: CopiedHeader) -> String? {
        if header.isNext { return entries.last?.name }
        guard header.name.isEmpty else { return text(header.name) }
        // In Discord, only a name with a tag below it, such as APP, ends its line.
        let count = header.form == .dash ? 2 : 1
        let above = (entries.last?.lines ?? early).suffix(count).map { text($0) }
        guard above.count == count, let name = above.first, !name.isEmpty,
            name.utf8.count <= CopiedHeader.maxNameLength,
            above.dropFirst().allSatisfy({ $0.utf8.count <= 12 && !$0.holds(" ") })
        else { return nil }
        if entries.isEmpty {
            early.removeLast(count)
        } else {
            entries[entries.count - 1].lines.removeLast(count)
        }
        return name
    }

    private func text(_ range: Range<Int>) -> String {
        Marks.plain(Substring(decoding: bytes[range], as: UTF8.self)).trimmingBlanks()
    }

    // MARK: Messages

    func add(to builder: inout ConversationBuilder) throws(ImportError) {
        let service = service
        builder.conversation.service = service
        var dates = LocalizedDates(
            entries.lazy.compactMap(\.header.date), order: builder.options.dateOrder,
            year: builder.options.year)
        var dateless = 0
        for entry in entries {
            let at = entry.header.date.flatMap { dates.time(of: $0) }.map { builder.moment($0) }
            if at == nil { dateless += 1 }
            var record = Record(at: at, from: Record.Person(key: entry.name))
            let text = text(of: entry)
            record.message.body = Body.plain(
                service == .slack ? EmojiCodes.replaced(in: text) : text)
            try builder.add(record)
        }
        builder.warn(
            linesBeforeFirstMessage: early.count { line in bytes[line].contains { $0 > 0x20 } })
        builder.warn(
            .badTime, dateless - dates.explained, "message",
            "with a time but no date; the time is not shown")
        dates.warn(of: "message", &builder)
        builder.setMeByName()
    }

    /// Returns the lines of a message without the indentation of the first and without blank lines
    /// around them.
    private func text(of entry: Entry) -> String {
        let first = entry.lines.first.map { bytes[$0] } ?? []
        let indentation = first.prefix { $0 == 0x20 }.count
        return entry.lines.map { line in
            let blanks = bytes[line].prefix(indentation).prefix { $0 == 0x20 }.count
            return String(decoding: bytes[line].dropFirst(blanks), as: UTF8.self)
        }.joined(separator: "\n").trimmingBlanks()
    }

    private var service: Service {
        switch form {
        case .closing: entries.contains { $0.header.date != nil } ? .telegram : .slack
        case .opening: .teams
        case .dash: .discord
        case .clock: .slack
        case .bare: .wechat
        case nil: .other
        }
    }
}

extension CopiedHeader {
    fileprivate var date: LocalizedStamp? {
        guard case .full(let stamp) = stamp else { return nil }
        return stamp
    }
}

/// The line above a copied message: its sender and time, in the form of an app.
private struct CopiedHeader {
    enum Form: Equatable {
        /// `Ana, [20.08.2026 09:13]` in Telegram; `Ana [9:13 AM]` in old versions of Slack, and
        /// `[9:14]` above the sender's next message.
        case closing
        /// `[20.08.2026 09:13] Ana` in Teams.
        case opening
        /// `Ana — 20/08/2026 09:13` or `Ana — Today at 9:13 AM` in Discord.
        case dash
        /// `  9:13 AM` below a line with the name in Slack, and `9:14` above the sender's next
        /// message.
        case clock
        /// `Ana 2026/8/20 09:13` in WeChat.
        case bare
    }

    enum Stamp {
        case full(LocalizedStamp)
        /// A time of day, which may follow words such as `Yesterday at`.
        case clock
    }

    var form: Form
    var stamp: Stamp
    /// Empty if the name is on a line above, or if the sender is that of the previous message.
    var name: Range<Int>
    /// Whether the sender is that of the previous message.
    var isNext = false

    static let maxNameLength = 80

    /// Today and yesterday.
    private static let days: Set<Substring> = [
        "today", "yesterday", "heute", "gestern", "aujourd’hui", "aujourd'hui", "hier", "hoy",
        "ayer", "hoje", "ontem", "oggi", "ieri", "vandaag", "gisteren", "dziś", "dzisiaj",
        "wczoraj", "сегодня", "вчера", "сьогодні", "вчора", "bugün", "dün", "今日", "昨日", "今天",
        "昨天",
    ]

    /// Parses headers of one text.
    struct Reader {
        private let bytes: [UInt8]
        private var stamps: LocalizedStampReader
        private let weekdays: LocalizedStampWords

        init(_ bytes: [UInt8], _ phrases: WhatsAppPhrases) {
            self.bytes = bytes
            stamps = LocalizedStampReader(phrases)
            weekdays = phrases.stampWords
            stamps.take(bytes)
        }

        mutating func header(_ line: Range<Int>) -> CopiedHeader? {
            var range = Marks.trim(bytes, line)
            if range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == 0x3A {
                range = Marks.trim(bytes, range.lowerBound..<(range.upperBound - 1))
            }
            guard range.count >= 4, range.count <= maxNameLength + LocalizedStampReader.maxLength,
                bytes[range].contains(where: ASCII.isDigit)
            else { return nil }
            return closing(range) ?? opening(range) ?? dash(range) ?? clock(range, in: line)
                ?? bare(range)
        }

        private mutating func closing(_ range: Range<Int>) -> CopiedHeader? {
            guard bytes[range.upperBound - 1] == UInt8(ascii: "]"),
                let open = bytes[range].lastIndex(of: UInt8(ascii: "[")),
                let stamp = stamp((open + 1)..<(range.upperBound - 1))
            else { return nil }
            var name = Marks.trim(bytes, range.lowerBound..<open)
            if !name.isEmpty, bytes[name.upperBound - 1] == UInt8(ascii: ",") {
                name = Marks.trim(bytes, name.lowerBound..<(name.upperBound - 1))
            }
            return header(.closing, stamp, name, isNext: name.isEmpty)
        }

        private mutating func opening(_ range: Range<Int>) -> CopiedHeader? {
            guard bytes[range.lowerBound] == UInt8(ascii: "["),
                let close = bytes[range].firstIndex(of: UInt8(ascii: "]")),
                let stamp = stamp((range.lowerBound + 1)..<close)
            else { return nil }
            let name = Marks.trim(bytes, (close + 1)..<range.upperBound)
            guard isName(name) else { return nil }
            return header(.opening, stamp, name)
        }

        private mutating func dash(_ range: Range<Int>) -> CopiedHeader? {
            let text = bytes[range]
            let dashes: [UInt8] = [0xE2, 0x80, 0x94, 0x20]
            let places = text.indices.dropLast(3).filter { text[$0] == 0xE2 }
            guard let dash = places.last(where: { text[$0...].starts(with: dashes) }),
                dash == range.lowerBound || text[dash - 1] == 0x20,
                let stamp = stamp((dash + 4)..<range.upperBound)
            else { return nil }
            return header(.dash, stamp, Marks.trim(bytes, range.lowerBound..<dash))
        }

        private func clock(_ range: Range<Int>, in line: Range<Int>) -> CopiedHeader? {
            if range == line, isClock(range) {
                // Only the time below a name states the half of the day.
                return header(
                    .clock, .clock, range.lowerBound..<range.lowerBound, isNext: !isHalf(range))
            }
            // The name or the icon of a person's status may precede the blanks.
            let start = (line.lowerBound..<(range.upperBound - 2)).last { index in
                isBlank(index) && isBlank(index + 1) && ASCII.isDigit(bytes[index + 2])
            }
            guard let start, isClock((start + 2)..<range.upperBound) else { return nil }
            var name = Marks.trim(bytes, line.lowerBound..<start)
            if !name.isEmpty, bytes[name.lowerBound] == 0x3A {
                name = name.lowerBound..<name.lowerBound
            }
            guard name.isEmpty || isName(name) else { return nil }
            return header(.clock, .clock, name)
        }

        private mutating func bare(_ range: Range<Int>) -> CopiedHeader? {
            let starts = range.dropFirst().filter { ASCII.isDigit(bytes[$0]) && isBlank($0 - 1) }
            for start in starts.prefix(3) {
                guard let stamp = stamps.read(start..<range.upperBound) else { continue }
                let name = Marks.trim(bytes, range.lowerBound..<start)
                return isName(name) ? header(.bare, .full(stamp), name) : nil
            }
            return nil
        }

        private func header(
            _ form: Form, _ stamp: Stamp, _ name: Range<Int>, isNext: Bool = false
        ) -> CopiedHeader? {
            // `Ana: we meet at [12:30]` is a line of other formats.
            guard name.count <= maxNameLength, !bytes[name].contains(0x3A) else { return nil }
            return CopiedHeader(form: form, stamp: stamp, name: name, isNext: isNext)
        }

        private func isName(_ range: Range<Int>) -> Bool {
            PlainLines.isName(String(decoding: bytes[range], as: UTF8.self))
        }

        private func isBlank(_ index: Int) -> Bool {
            bytes[index] == 0x20 || bytes[index] == 0x09
        }

        private mutating func stamp(_ range: Range<Int>) -> Stamp? {
            let range = Marks.trim(bytes, range)
            if let stamp = stamps.read(range) { return .full(stamp) }
            guard let digit = bytes[range].firstIndex(where: ASCII.isDigit),
                isClock(digit..<range.upperBound)
            else { return nil }
            let words = String(decoding: bytes[range.lowerBound..<digit], as: UTF8.self)
            guard let day = words.lowercased().split(separator: " ").first else { return .clock }
            return CopiedHeader.days.contains(day) || weekdays[String(day)] == .filler
                ? .clock : nil
        }

        private func isClock(_ range: Range<Int>) -> Bool {
            PlainLines.clock(in: bytes, range) == range.upperBound
        }

        private func isHalf(_ range: Range<Int>) -> Bool {
            bytes[range].contains { $0 | 0x20 == UInt8(ascii: "m") }
        }
    }
}
