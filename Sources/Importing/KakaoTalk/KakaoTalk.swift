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

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        func name(of file: String) -> String? {
            let head = sources.head(of: file, count: headingLength)
            return isTable(head) ? room(ofTable: Path.stem(file)) : KakaoHeading(head).name
        }
        try builder.chooseFile(claim.files, name: name) { file, builder throws(ImportError) in
            builder.conversation.service = .kakaotalk
            let text = try sources.decoded(file)
            var chat = KakaoChat(sources: sources)
            if isTable(text) {
                builder.conversation.title = room(ofTable: Path.stem(file))
                try chat.fill(rows: CSVRows(text), &builder, &sources)
            } else {
                let heading = KakaoHeading(text)
                builder.conversation.title = heading.name.map(CleanText.line)
                chat.partner = heading.isGroup == false ? heading.name : nil
                let transcript = KakaoTranscript(text, heading)
                builder.warn(linesBeforeFirstMessage: transcript.stray)
                for entry in transcript.entries {
                    guard sources.budget.mayContinue else { throw .stopped }
                    try chat.add(entry, &builder, &sources)
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
