import Basics
import Model

/// DiscordChatExporter's CSV: one row per message.
enum DiscordTable {
    private static let columns = [
        "AuthorID", "Author", "Date", "Content", "Attachments", "Reactions",
    ]

    static func isTable(_ head: [UInt8]) -> Bool {
        var rows = CSVRows(TextFile.decode(Array(head.prefix(1 << 10))).bytes)
        return rows.next().map { Array($0.prefix(columns.count)) } == columns
    }

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        let names = files.map { DiscordFileName($0) }
        let channels = Dictionary(grouping: files.indices) { names[$0] }.sorted {
            $0.value[0] < $1.value[0]
        }
        let chats = channels.map { ChatName(id: files[$0.value[0]], name: $0.key.channel) }
        try builder.choose(chats) { index, builder throws(ImportError) in
            let channel = channels[index]
            builder.conversation.service = .discord
            begin(channel.key, &builder)
            builder.needsSorting = channel.value.count > 1
            for file in channel.value.map({ files[$0] }) {
                let bytes = try builder.sources.decoded(file)
                // Old versions write dates in the machine's locale.
                var stamps = LocalizedStampReader(builder.phrases.whatsApp)
                var found: [LocalizedStamp] = []
                for row in CSVRows(bytes).dropFirst() where row.count >= columns.count {
                    if let stamp = stamp(row[2], &stamps) { found.append(stamp) }
                }
                var dates = LocalizedDates(
                    found, order: builder.options.dateOrder, year: builder.options.year)
                var unread = 0
                for row in CSVRows(bytes).dropFirst() {
                    guard builder.budget.mayContinue else { throw .stopped }
                    guard row.count >= columns.count else {
                        if !row.allSatisfy(\.isEmpty) { unread += 1 }
                        continue
                    }
                    var message = DiscordPlainMessage(author: row[1])
                    message.authorID = row[0].nonEmpty
                    if let at = builder.moment(row[2]) {
                        message.at = at
                    } else if let stamp = stamp(row[2], &stamps), let time = dates.time(of: stamp) {
                        message.at = builder.moment(time)
                    }
                    message.content = row[3]
                    message.attachments = row[4].split(separator: ",").map(String.init)
                    message.reactions = row[5].split(separator: ",").map(String.init)
                    try builder.add(message.record(builder.appPhrases), document: file)
                }
                dates.warn(of: "message", &builder)
                builder.warn(unreadLines: unread)
            }
        }
    }

    /// Only the file name states the title and the kind.
    private static func begin(_ name: DiscordFileName, _ builder: inout ConversationBuilder) {
        let isServer = name.guild != nil && name.guild != "Direct Messages"
        builder.conversation.title = (isServer ? "#" : "") + CleanText.line(name.channel)
        guard let guild = name.guild else { return }
        builder.conversation.subtitle = isServer ? CleanText.line(guild) : nil
        builder.conversation.kind = isServer ? .group : .direct
        builder.isKindKnown = true
    }

    private static func stamp(
        _ text: String, _ stamps: inout LocalizedStampReader
    ) -> LocalizedStamp? {
        // A time with an offset is unambiguous.
        guard !text.holds("T") else { return nil }
        let bytes = Array(text.utf8)
        stamps.take(bytes)
        return stamps.read(0..<bytes.count)
    }
}

/// The exporter's default file name: `SERVER - CATEGORY - CHANNEL [1234567890] [part 2].csv`.
private struct DiscordFileName: Hashable {
    var guild: String?
    var channel: String

    init(_ path: String) {
        var stem = Path.stem(path)
        while stem.hasSuffix("]"), let open = stem.lastIndex(of: "[") {
            stem = stem[..<open].trimmingBlanks()
        }
        let parts = stem.components([" - "])
        guild = parts.count > 1 ? parts[0] : nil
        channel = parts.last?.nonEmpty ?? Path.stem(path)
    }
}
