import Basics
import Model

/// The columns of a table, by the names in its first row.
struct TableColumns {
    let separator: UInt8
    let names: [String]
    /// The number of rows before the first message.
    let headRows: Int
    private var meanings: Set<ForeignField> = []
    /// The columns of the time, or of the day and the time of day.
    private(set) var times: [Int] = []
    /// The column of the name or ID of one of several chats.
    private(set) var chat: Int?
    /// The column that states whether "me" sent a message.
    private(set) var direction: Int?
    private(set) var files: Int?

    private static let chats = [
        "chat", "chatname", "chatsession", "chatid", "conversation", "conversationname",
        "conversationid", "channel", "channelname", "channelid", "channelurl", "room", "roomname",
        "roomid",
    ]
    private static let fileNames = ["attachment", "attachments", "file", "filename", "media"]

    init?(_ bytes: [UInt8]) {
        let separators: [UInt8] = [0x2C, 0x3B, 0x09]
        // Excel writes a line such as `sep=;` before the names.
        var first = CSVRows(bytes)
        headRows = first.next()?.first?.hasPrefix("sep=") ?? false ? 2 : 1
        let headers = separators.compactMap { [headRows] separator in
            var rows = CSVRows(bytes, separator: separator)
            if headRows > 1 { _ = rows.next() }
            return rows.next().map { (names: $0, separator: separator) }
        }
        guard let header = headers.max(by: { $0.names.count < $1.names.count }),
            header.names.count > 1
        else { return nil }
        separator = header.separator
        names = header.names.map { $0.trimmingBlanks() }
        let plain = names.map(ForeignField.plain)
        let found = names.map { ForeignField.meaning(of: $0) }
        meanings = Set(found.compactMap { $0?.field })
        times =
            found.indices.filter { found[$0]?.field == .time }
            .min { (found[$0]?.rank ?? 0) < (found[$1]?.rank ?? 0) }.map { [$0] } ?? []
        if let day = plain.firstIndex(of: "date"), let clock = plain.firstIndex(of: "time") {
            times = [day, clock]
        }
        chat = Self.chats.lazy.compactMap { plain.firstIndex(of: $0) }.first
        files = Self.fileNames.lazy.compactMap { plain.firstIndex(of: $0) }.first
        direction =
            found.firstIndex { $0?.field == .isMe }
            ?? ["direction", "type"].lazy.compactMap { plain.firstIndex(of: $0) }.first
    }

    var areOfMessages: Bool {
        meanings.isSuperset(of: [.text, .time])
            && !meanings.isDisjoint(with: [.sender, .senderID, .isMe])
    }

    func time(_ row: [String]) -> String? {
        let parts = times.compactMap { value($0, row) }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    func chat(_ row: [String]) -> String? { chat.flatMap { value($0, row) } }

    func value(_ column: Int, _ row: [String]) -> String? {
        guard column < row.count else { return nil }
        let text = row[column].trimmingBlanks()
        return text.isEmpty ? nil : text
    }
}
