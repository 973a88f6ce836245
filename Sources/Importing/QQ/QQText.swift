import Model

/// The text of QQ's message manager: blocks of a line with time and sender, followed by the
/// message.
struct QQText {
    private struct Entry {
        var time: CivilTime
        var name: String
        var id: String
        var text: String
        /// Whether a number or an address follows the name.
        var hasID: Bool
    }

    private var chats: [(name: String, entries: [Entry])] = []
    /// The number of lines in no message that are neither headings nor blank.
    private var stray = 0

    init(_ bytes: [UInt8]) {
        var isBlank = true
        var wasRule = false
        for range in Lines(bytes) {
            let line = String(decoding: bytes[range], as: UTF8.self)
            let plain = Marks.plain(line[...]).trimmingBlanks()
            if plain.hasPrefix("消息对象:") || plain.hasPrefix("消息对象：") {
                chats.append((String(plain.dropFirst(5)).trimmingBlanks(), []))
                isBlank = true
                continue
            }
            // The text after a rule is the heading of the next chat.
            if wasRule, plain.hasPrefix("消息分组") { continue }
            wasRule = plain.hasPrefix("========")
            if chats.isEmpty, Self.header(plain) != nil { chats.append(("QQ", [])) }
            guard let chat = chats.indices.last else {
                stray += plain.isEmpty || wasRule || plain.hasPrefix("消息") ? 0 : 1
                continue
            }
            if let entry = Self.header(plain), isBlank || entry.hasID {
                chats[chat].entries.append(entry)
            } else if let last = chats[chat].entries.indices.last, !plain.hasPrefix("========") {
                chats[chat].entries[last].text += (isFirst(chat, last) ? "" : "\n") + line
            } else if !plain.isEmpty, !wasRule {
                stray += 1
            }
            isBlank = plain.isEmpty || plain.hasPrefix("========")
        }
    }

    private func isFirst(_ chat: Int, _ entry: Int) -> Bool {
        chats[chat].entries[entry].text.isEmpty
    }

    /// Returns the number of lines that state a time and a sender with a number or address.
    static func headers(in bytes: [UInt8]) -> Int {
        Lines(bytes).count { range in
            let line = String(decoding: bytes[range], as: UTF8.self)
            return header(Marks.plain(line[...]).trimmingBlanks())?.hasID ?? false
        }
    }

    /// Parses `2019-07-16 18:15:05 NAME(12345)`, `2019-07-16 下午 6:15:05 NAME<mail>` or `2019-07-16
    /// 6:15:05 PM NAME(12345)`.
    private static func header(_ line: String) -> Entry? {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 3, words[0].utf8.count == 10 else { return nil }
        let day = words[0].split(separator: "-").compactMap { Int($0) }
        var rest = line.dropFirst(words[0].count + 1)
        var isLate: Bool?
        for (word, late) in [("上午", false), ("下午", true)] where rest.hasPrefix(word) {
            isLate = late
            rest = rest.dropFirst(2).drop { $0 == " " }
        }
        guard let blank = rest.firstIndex(of: " ") else { return nil }
        let clock = rest[..<blank].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3 else { return nil }
        rest = rest[rest.index(after: blank)...]
        for (word, late) in [("AM ", false), ("PM ", true)]
        where isLate == nil && clock[0] <= 12 && rest.hasPrefix(word) {
            isLate = late
            rest = rest.dropFirst(word.count)
        }
        guard let time = CivilTime(day: day, clock: clock, isLate: isLate) else { return nil }
        let (name, id) = person(rest.trimmingBlanks())
        return Entry(time: time, name: name, id: id ?? name, text: "", hasID: id != nil)
    }

    private static func person(_ text: String) -> (name: String, id: String?) {
        for (open, close) in [("(", ")"), ("<", ">")] where text.hasSuffix(close) {
            guard let start = text.lastIndex(of: Character(open)) else { continue }
            let id = text[text.index(after: start)...].dropLast()
            let name = text[..<start].trimmingBlanks()
            let isID = id.allSatisfy(\.isNumber) || id.contains("@")
            if isID, !id.isEmpty { return (name.isEmpty ? String(id) : name, String(id)) }
        }
        return (text, nil)
    }

    func fill(_ builder: inout ConversationBuilder) throws(ImportError) {
        let names = chats.map { ChatName(id: $0.name, name: $0.name) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let chat = chats[index]
            builder.conversation.title = CleanText.line(chat.name)
            builder.warn(linesBeforeFirstMessage: stray)
            var speakers: Set<String> = []
            for entry in chat.entries {
                let at = builder.moment(entry.time)
                var message = builder.message(at: at)
                if entry.id == "10000" || entry.name == "系统消息" {
                    message.kind = .system
                    message.body = Body.plain(entry.text.trimmingBlanks())
                    message.details.system = SystemEvent(.notice)
                } else {
                    let (name, role) = Self.role(entry.name)
                    speakers.insert(name)
                    let index = try builder.participant(entry.id, name: name)
                    if let role { builder.conversation.participants[index].role = role }
                    message.from = index
                    read(entry.text.trimmingBlanks(), &message, &builder)
                }
                try builder.append(message)
            }
            guard speakers.count == 2, speakers.contains(chat.name) else { return }
            builder.suggestMe(otherThan: chat.name)
        }
    }

    /// Splits `【管理员】NAME` into role and name.
    private static func role(_ name: String) -> (name: String, role: String?) {
        guard name.hasPrefix("【"), let end = name.firstIndex(of: "】") else { return (name, nil) }
        let rest = name[name.index(after: end)...].trimmingBlanks()
        guard !rest.isEmpty else { return (name, nil) }
        let role = CleanText.line(String(name[..<end].dropFirst()))
        return (rest, role.isEmpty ? nil : role)
    }

    private static let placeholders: [String: Attachment.Kind] = [
        "[图片]": .image, "[表情]": .sticker, "[语音]": .voice, "[视频]": .video, "[文件]": .file,
    ]

    private func read(
        _ text: String, _ message: inout Message, _ builder: inout ConversationBuilder
    ) {
        guard let kind = Self.placeholders[text] else { return message.body = Body.plain(text) }
        message.attachments = [builder.missing(kind)]
    }
}
