import Basics
import Model

/// KakaoTalk's "Export chat": the text of phones and of Windows, and the CSV of macOS.
enum KakaoTalk {
    static let importer = Importer(
        name: "kakaotalk", title: "KakaoTalk",
        summary:
            "\u{201C}Export chat\u{201D} as text from a phone or Windows, or as CSV from a Mac",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let texts = probe.files.filter { $0.shape == nil }
        let headed = texts.filter { file in
            let bytes = TextFile.decode(Array(file.head.prefix(headingLength))).bytes
            return isTable(bytes) || KakaoHeading(bytes).isKakaoTalk
        }.map(\.name)
        let headless = texts.filter { !headed.contains($0.name) && lacksHeading($0.head) }
        let files = headed + headless.map(\.name)
        return files.isEmpty ? nil : Claim(headed.isEmpty ? .likely : .certain, files)
    }

    /// The number of bytes in which a heading, or the lack of it, is recognized.
    private static let headingLength = 4096

    /// Returns whether a text has messages from its first line on, as the later parts of a long
    /// chat do.
    private static func lacksHeading(_ head: [UInt8]) -> Bool {
        let bytes = TextFile.decode(Array(head.prefix(headingLength))).bytes
        let transcript = KakaoTranscript(bytes, KakaoHeading([]))
        return transcript.stray == 0 && transcript.entries.count { $0.name != nil } > 1
    }

    private static func isTable(_ bytes: [UInt8]) -> Bool {
        var rows = CSVRows(bytes)
        return rows.next() == ["Date", "User", "Message"]
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let sources = builder.sources
        func name(of file: String) -> String? {
            let head = sources.head(of: file, count: headingLength)
            return isTable(head) ? room(ofTable: Path.stem(file)) : KakaoHeading(head).name
        }
        try builder.chooseFile(claim.files, name: name) { file, builder throws(ImportError) in
            builder.conversation.service = .kakaotalk
            let text = try builder.sources.decoded(file)
            var chat = KakaoChat(builder.sources, builder.appPhrases)
            if isTable(text) {
                builder.conversation.title = room(ofTable: Path.stem(file))
                try chat.fill(rows: CSVRows(text), &builder)
            } else {
                let heading = KakaoHeading(text)
                builder.conversation.title = heading.name.map(CleanText.line)
                chat.partner = heading.isGroup == false ? heading.name : nil
                let transcript = KakaoTranscript(text, heading)
                builder.warn(linesBeforeFirstMessage: transcript.stray)
                for entry in transcript.entries {
                    guard builder.budget.mayContinue else { throw .stopped }
                    try chat.add(entry, &builder)
                }
            }
            chat.end(&builder)
        }
    }

    /// Returns the room in the name of a CSV file: `KakaoTalk_Chat_Hikers_2024-12-09-14-40-11`.
    private static func room(ofTable stem: String) -> String? {
        let opening = "KakaoTalk_Chat_"
        guard stem.hasPrefix(opening) else { return nil }
        let parts = stem.dropFirst(opening.count).split(separator: "_")
        let isDated = parts.count > 1 && parts.last?.allSatisfy { $0.isNumber || $0 == "-" } == true
        let name = (isDated ? parts.dropLast() : parts[...]).joined(separator: "_")
        return name.isEmpty ? nil : CleanText.line(name)
    }
}

/// The first two lines of an export: the chat's name, and the date of saving.
struct KakaoHeading {
    private(set) var name: String?
    /// Whether the chat is a group, or nil if the heading does not say.
    private(set) var isGroup: Bool?
    private(set) var isKakaoTalk = false
    /// The number of lines that belong to the heading.
    private(set) var lines = 0

    private static let saved = ["저장한 날짜 :", "Date Saved :"]

    init(_ bytes: [UInt8]) {
        for range in Lines(bytes).prefix(3) {
            let line = Marks.plain(String(decoding: bytes[range].prefix(400), as: UTF8.self)[...])
                .trimmingBlanks()
            if Self.saved.contains(where: line.hasPrefix) {
                isKakaoTalk = true
                lines += 1
                return
            }
            guard lines == 0 else { return }
            read(line)
            lines += 1
        }
    }

    private mutating func read(_ line: String) {
        let endings = [(" 님과 카카오톡 대화", false), (" 카카오톡 대화", true)]
        if let (ending, isGroup) = endings.first(where: { line.hasSuffix($0.0) }) {
            name = String(line.dropLast(ending.count))
            self.isGroup = isGroup
            isKakaoTalk = true
        } else if line.hasPrefix("KakaoTalk Chats with ") {
            name = String(line.dropFirst(21))
            isKakaoTalk = true
        } else if line.hasPrefix("KakaoTalk Chats ") {
            // In `KakaoTalk Chats Hikers (27)`, the number is the group's size.
            let words = line.dropFirst(16).split(separator: " ")
            let isCounted = words.last?.hasPrefix("(") == true && words.last?.hasSuffix(")") == true
            name = (isCounted ? words.dropLast() : words[...]).joined(separator: " ")
            isGroup = true
            isKakaoTalk = true
        }
    }
}

/// Converts the lines of an export to messages.
private struct KakaoChat {
    /// The other participant of a direct chat.
    var partner: String?
    /// The files beside the text, if there are any.
    private let files: FileIndex
    private let phrases: AppPhrases

    init(_ sources: ExportFiles, _ phrases: AppPhrases) {
        files = sources.names.count > 1 ? sources.index : .none
        self.phrases = phrases
    }

    mutating func fill(rows: CSVRows, _ builder: inout ConversationBuilder) throws(ImportError) {
        var last: CivilTime?
        var unread = 0
        for row in rows.dropFirst() {
            guard builder.budget.mayContinue else { throw .stopped }
            guard row.count >= 3 else {
                if !row.allSatisfy(\.isEmpty) { unread += 1 }
                continue
            }
            let time = Self.time(row[0])
            let name = row[1].trimmingBlanks()
            let text = row[2...].joined(separator: ",")
            // A row without a day is an event at the time of the previous row.
            let isNotice = row[0].isEmpty || name.isEmpty
            last = time ?? last
            try add(
                KakaoTranscript.Entry(time: last, name: isNotice ? nil : name, text: text), &builder
            )
        }
        builder.warn(unreadLines: unread)
    }

    /// Parses `2024-12-09 14:30:00`.
    private static func time(_ text: String) -> CivilTime? {
        let numbers = text.split { $0 == "-" || $0 == " " || $0 == ":" }.compactMap { Int($0) }
        return CivilTime(
            day: Array(numbers.prefix(3)), clock: Array(numbers.dropFirst(3).prefix(3)))
    }

    mutating func add(
        _ entry: KakaoTranscript.Entry, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let at = entry.time.flatMap { $0.isValid ? builder.moment($0) : nil }
        var record = Record(at: at, from: entry.name.map { Record.Person(key: $0) })
        if entry.name == nil {
            record.becomeNotice(phrases.action(entry.text), text: entry.text)
        } else {
            read(entry.text, &record)
        }
        try builder.add(record)
    }

    // MARK: Texts

    private func read(_ text: String, _ record: inout Record) {
        guard text.utf8.count <= 400, !text.utf8.contains(0x0A) else {
            return record.message.body = Body.plain(text)
        }
        if let kind = phrases.files[text] {
            record.files = [RecordFile(kind)]
        } else if let count = Self.count(text) {
            record.files = Array(repeating: RecordFile(.image), count: count)
        } else if phrases["deleted"].contains(text) {
            record.message.details.deleted = Deleted()
        } else if let name = Self.after(["파일: ", "File: "], text) {
            record.files = [RecordFile(named: name, at: .path(name))]
        } else if let place = Self.after(["지도: ", "Map: "], text) {
            record.message.details.location = Location(name: place)
        } else if let call = Self.call(text) {
            record.becomeCall(call)
        } else if Self.isFileName(text), files.resolve(text) != nil {
            record.files = [RecordFile(FileKind.kind(name: text), at: .path(text))]
        } else {
            record.message.body = Body.plain(text)
        }
    }

    /// Parses `사진 3장` or `3 Photos`.
    private static func count(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 2 else { return nil }
        let number: Int?
        if words[0] == "사진", words[1].hasSuffix("장") {
            number = Int(words[1].dropLast())
        } else {
            number = words[1] == "Photos" ? Int(words[0]) : nil
        }
        return number.flatMap { (1...100).contains($0) ? $0 : nil }
    }

    private static func after(_ openings: [String], _ text: String) -> String? {
        guard let opening = openings.first(where: text.hasPrefix) else { return nil }
        return text.dropFirst(opening.count).trimmingBlanks().nonEmpty
    }

    private static func isFileName(_ text: String) -> Bool {
        !text.holds("/") && !text.holds(" ") && !Path.fileExtension(text).isEmpty
    }

    private static func call(_ text: String) -> Call? {
        let openings = ["보이스톡", "페이스톡", "라이브톡", "그룹콜", "그룹 보이스톡", "그룹 페이스톡"]
        guard let opening = openings.first(where: text.hasPrefix) else { return nil }
        var call = Call(isVideo: opening.hasSuffix("페이스톡") || opening == "라이브톡")
        let rest = text.dropFirst(opening.count).trimmingBlanks()
        switch rest {
        case "", "해요", "종료", "시작": break
        case "취소": call.outcome = .unanswered
        case "부재중": call.outcome = .missed
        case "거절": call.outcome = .declined
        case "통화중": call.outcome = .busy
        default:
            guard let seconds = rest.clockSeconds else { return nil }
            (call.duration, call.outcome) = (seconds, .answered)
        }
        return call
    }

    // MARK: Completion

    func end(_ builder: inout ConversationBuilder) {
        builder.warn(untimed: "line", "with an invalid date")
        if let me = phrases["me"].compactMap({ builder.known($0) }).first {
            return builder.setMe(me)
        }
        if let partner { builder.suggestMe(otherThan: partner) }
    }
}
