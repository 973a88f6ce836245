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

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let bytes = try sources.decoded(file)
        var chat = CopiedChat(bytes)
        var reader = CopiedHeader.Reader(bytes, builder.phrases.whatsApp)
        for line in Lines(bytes) {
            guard sources.budget.mayContinue else { throw .stopped }
            chat.read(line, reader.header(line))
        }
        try chat.add(to: &builder)
    }
}

/// The messages of one text.
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
            var message = builder.message(at: at)
            message.from = try builder.participant(entry.name)
            let text = text(of: entry)
            message.body = Body.plain(service == .slack ? EmojiCodes.replaced(in: text) : text)
            try builder.append(message)
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
