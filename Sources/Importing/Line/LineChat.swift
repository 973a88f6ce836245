import Model

/// Converts the lines of an export to messages.
struct LineChat {
    let transcript: LineTranscript
    let heading: LineHeading?

    /// The placeholders for content that is never exported. A placeholder is the whole text of a
    /// message.
    private static let placeholders: [String: Attachment.Kind] = [
        "Photo": .image, "Photos": .image, "写真": .image, "照片": .image, "รูป": .image, "사진": .image,
        "Video": .video, "動画": .video, "视频": .video, "影片": .video, "วิดีโอ": .video,
        "Voice message": .voice, "ボイスメッセージ": .voice, "语音信息": .voice, "語音訊息": .voice,
        "File": .file, "ファイル": .file, "文件": .file, "檔案": .file, "Sticker": .sticker,
        "Stickers": .sticker, "スタンプ": .sticker, "贴图": .sticker, "貼圖": .sticker, "สติกเกอร์": .sticker,
        "Contact": .contact, "連絡先": .contact,
    ]

    private static let places: Set<String> = ["Location", "位置情報", "位置"]

    private static let unsent = [
        "unsent a message", "Message unsent", "送信を取り消しました", "撤回了一条消息", "已收回訊息",
    ]

    func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        let order = dayOrder(builder.options.dateOrder, &builder)
        let names = LineNames(transcript.entries.lazy.filter { !$0.hasTabs }.map(\.text))
        var timeless = 0
        for entry in transcript.entries {
            let at = time(of: entry, order, &builder)
            if at == nil { timeless += 1 }
            var message = builder.message(at: at)
            let (name, text) = entry.hasTabs ? (entry.name, entry.text) : names.split(entry.text)
            if name.isEmpty {
                notice(text, &message)
            } else {
                message.from = try builder.participant(name)
                read(text, &message, &builder)
            }
            try builder.append(message)
        }
        builder.warn(.badTime, timeless, "line", "with an invalid date")
        builder.warn(linesBeforeFirstMessage: transcript.stray)
        builder.warn(
            .importing, transcript.joined, "line", "with a time out of order read as message text")
        builder.warn(
            .importing, transcript.unordered, "message",
            "earlier than the previous one; a message with lines that begin with a time may be split"
        )
        conclude(&builder)
    }

    private func notice(_ text: String, _ message: inout Message) {
        message.kind = .system
        message.body = Body.plain(text)
        let phrases: [(String, SystemAction)] = [
            (" joined the ", .memberJoined), ("が参加しました", .memberJoined),
            (" left the ", .memberLeft),
            ("が退出しました", .memberLeft), (" added ", .memberAdded), (" invited ", .memberAdded),
            (" removed ", .memberRemoved), (" changed the group", .titleChanged),
        ]
        let action = phrases.first { text.holds($0.0) }?.1 ?? .notice
        message.details.system = SystemEvent(action)
    }

    private func read(
        _ text: String, _ message: inout Message, _ builder: inout ConversationBuilder
    ) {
        guard !text.holds("\n") else { return message.body = Body.plain(text) }
        if text.hasPrefix("\u{260E}") {
            message.kind = .call
            message.details.call = call(text)
            return
        }
        let sentence = text.last.map { ".。".contains($0) } == true ? text.dropLast() : text[...]
        if text.utf8.count < 120, let phrase = Self.unsent.first(where: sentence.hasSuffix) {
            let reason = sentence == phrase ? nil : CleanText.line(text)
            message.details.deleted = Deleted(at: nil, reason: reason)
            return
        }
        if text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count < 60 {
            let word = String(text.dropFirst().dropLast())
            if let kind = Self.placeholders[word] {
                message.attachments = [builder.missing(kind)]
                return
            }
            if Self.places.contains(word) {
                message.details.location = Location()
                return
            }
        }
        message.body = Body.plain(text)
    }

    /// Parses `☎ Call time 1:23` or `☎ Missed call`.
    private func call(_ text: String) -> Call {
        var call = Call()
        let clock =
            text.split(separator: " ").last?.split(separator: ":").compactMap { Int($0) } ?? []
        if (2...3).contains(clock.count), clock.allSatisfy({ $0 < 10_000 }) {
            call.duration = Double(clock.reduce(0) { $0 * 60 + $1 })
            call.outcome = .answered
        } else if ["Missed", "不在着信", "未接"].contains(where: text.holds) {
            call.outcome = .missed
        } else {
            call.outcome = .unanswered
        }
        return call
    }

    // MARK: Times

    private func time(
        of entry: LineTranscript.Entry, _ order: DateOrder, _ builder: inout ConversationBuilder
    ) -> Moment? {
        guard let numbers = entry.day?.numbers else { return nil }
        let day =
            numbers[0] > 31
            ? numbers
            : order == .mdy
                ? [numbers[2], numbers[0], numbers[1]] : [numbers[2], numbers[1], numbers[0]]
        return CivilTime(day: day, clock: [entry.hour, entry.minute]).map { builder.moment($0) }
    }

    /// Returns the order of day and month. Days that do not begin with the year follow the phone's
    /// language.
    private func dayOrder(
        _ wanted: DateOrder?, _ builder: inout ConversationBuilder
    ) -> DateOrder {
        if let wanted { return wanted }
        let days = transcript.entries.lazy.compactMap(\.day).filter { !$0.isYearFirst }
        if days.contains(where: { $0.numbers[0] > 12 }) { return .dmy }
        if days.contains(where: { $0.numbers[1] > 12 }) { return .mdy }
        var last: [Int] = []
        var backward = (dmy: 0, mdy: 0)
        var hasAny = false
        for day in days {
            let numbers = day.numbers
            hasAny = true
            if last.count == 3, last[2] == numbers[2] {
                if (numbers[1], numbers[0]) < (last[1], last[0]) { backward.dmy += 1 }
                if (numbers[0], numbers[1]) < (last[0], last[1]) { backward.mdy += 1 }
            }
            last = numbers
        }
        guard hasAny else { return .dmy }
        if backward.dmy != backward.mdy { return backward.dmy < backward.mdy ? .dmy : .mdy }
        builder.warn(guessedOrder: "day first")
        return .dmy
    }

    private func conclude(_ builder: inout ConversationBuilder) {
        let isGroup = heading?.isGroup ?? (builder.senders.count > 2)
        builder.conversation.kind = isGroup || builder.senders.count > 2 ? .group : .direct
        builder.isKindKnown = true
        if !isGroup, let name = builder.conversation.title { builder.suggestMe(otherThan: name) }
    }
}

/// Finds the names in lines that separate name and text only by spaces: many lines begin with the
/// same name.
struct LineNames {
    private var counts: [String: Int] = [:]

    private static let maxWords = 4

    init(_ texts: some Sequence<String>) {
        for text in texts {
            for prefix in Self.prefixes(of: text) { counts[prefix, default: 0] += 1 }
        }
    }

    private static func prefixes(of text: String) -> [String] {
        let words = text.prefix { $0 != "\n" }.split(separator: " ", maxSplits: maxWords)
        guard words.count > 1 else { return [] }
        return (1..<min(words.count, maxWords + 1)).map { words[..<$0].joined(separator: " ") }
    }

    /// Splits a line after its longest beginning that nearly all lines with the same first word
    /// share.
    func split(_ text: String) -> (name: String, text: String) {
        let prefixes = Self.prefixes(of: text)
        guard let first = prefixes.first else { return ("", text) }
        let all = counts[first] ?? 0
        var name = first
        for prefix in prefixes.dropFirst() where all > 1 && (counts[prefix] ?? 0) * 5 >= all * 4 {
            name = prefix
        }
        return (name, text.dropFirst(name.count).trimmingBlanks())
    }
}
