package import Basics
import Importing
package import Model
import Synchronization

/// The facts about a chat of an account, without its messages.
package struct ChatFacts: Sendable {
    /// The position in the export, starting at 0.
    package let number: Int
    package let id: String
    package let title: String
    package let people: [String]
    package let first: Moment?
    package let last: Moment?
    /// The number of messages; nil if the chat cannot be read.
    package let messages: Int?

    /// The maximum number of people that the index and the report name.
    private static let maxPeople = 50
    private static let maxLength = 300

    /// A character may have any number of marks.
    private static func cut(_ text: String) -> String {
        text.utf8.count <= maxLength ? text : String(text.unicodeScalars.prefix(maxLength))
    }

    package init(_ chat: AccountChat, number: Int) {
        self.number = number
        id = chat.name.id
        let conversation = try? chat.export.get().imported.conversation
        let named = chat.name.name.isEmpty ? conversation?.title ?? chat.name.id : chat.name.name
        title = Self.cut(named.isEmpty ? "Chat" : named)
        people = (conversation?.participants ?? []).lazy.map(\.name).filter { !$0.isEmpty }
            .prefix(Self.maxPeople).map(Self.cut)
        var (first, last): (Moment?, Moment?)
        for message in conversation?.messages ?? [] {
            guard let at = message.at else { continue }
            if first.map({ at < $0 }) ?? true { first = at }
            if last.map({ at > $0 }) ?? true { last = at }
        }
        (self.first, self.last) = (first, last)
        if let conversation {
            messages = conversation.messages.count
        } else if case .failure(let fault) = chat.export, fault.type == .empty {
            messages = 0
        } else {
            messages = nil
        }
    }
}

/// Selects chats of an account.
package struct ChatFilter: Sendable {
    /// The minimum number of messages that remain of a chat.
    package var minMessages = 0
    /// The names, IDs or handles of people of whom a chat needs one; empty for any chat.
    package var people: [String] = []

    package init() {}

    /// The names in a list, separated by commas.
    package static func names(in text: String) -> [String] {
        text.split(separator: ",").map { name in
            String(String(name.drop { $0 == " " }.reversed().drop { $0 == " " }).reversed())
        }.filter { !$0.isEmpty }
    }

    package func admits(_ people: [Participant]) -> Bool {
        guard !self.people.isEmpty else { return true }
        let wanted = Set(self.people.map(Self.bare))
        return people.contains { person in
            [person.id, person.name, person.handle].contains { name in
                name.map { wanted.contains(Self.bare($0)) } ?? false
            }
        }
    }

    private static func bare(_ name: String) -> String {
        (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
    }
}

/// Counts what became of every message of an account: the data of `report.json` and `index.html`.
package final class AccountReport: Sendable {
    /// Why a chat has no file.
    package enum Reason: String, Sendable {
        /// The export has no messages of the chat.
        case empty
        /// No message is in the time range or passes another filter.
        case filter
        case minMessages = "min_messages"
        case people
    }

    package enum Outcome: Sendable {
        case rendered(messages: Int, pages: Int, bytes: Int)
        /// The file already existed.
        case skipped(bytes: Int)
        case leftOut(Reason)
        case failed(Explanation, detail: String)
    }

    struct Record: Sendable {
        let chat: ChatFacts
        let file: String?
        let outcome: Outcome
    }

    struct Counts: Sendable {
        var all = 0
        var rendered = 0
        var skipped = 0
        var leftOut = 0
        var failed = 0
    }

    package static let fileNames = ["index.html", "report.json"]

    private let records = Mutex<[Record]>([])

    package init() {}

    /// - Parameter file: the path of the chat's file, relative to the report.
    package func add(_ chat: ChatFacts, file: String?, _ outcome: Outcome) {
        records.withLock { $0.append(Record(chat: chat, file: file, outcome: outcome)) }
    }

    /// The records in the order of the export.
    var sorted: [Record] {
        records.withLock { $0 }.sorted { $0.chat.number < $1.chat.number }
    }

    package var isEmpty: Bool { records.withLock { $0.isEmpty } }

    /// - Parameters:
    ///   - source: the name of the export.
    ///   - isComplete: whether every chat of the export was seen.
    package func files(source: String?, isComplete: Bool) -> [(name: String, bytes: [UInt8])] {
        let records = sorted
        let index = AccountIndex(records: records, source: source, isComplete: isComplete)
        return [
            (Self.fileNames[0], index.html),
            (Self.fileNames[1], Self.json(records, source: source, isComplete: isComplete)),
        ]
    }

    static func counts(_ records: [Record]) -> (chats: Counts, messages: Counts) {
        var (chats, messages) = (Counts(), Counts())
        for record in records {
            let all = record.chat.messages ?? 0
            chats.all += 1
            messages.all += all
            switch record.outcome {
            case .rendered(let shown, _, _):
                chats.rendered += 1
                messages.rendered += min(shown, all)
                messages.leftOut += max(0, all - shown)
            case .skipped:
                chats.skipped += 1
                messages.skipped += all
            case .leftOut:
                chats.leftOut += 1
                messages.leftOut += all
            case .failed:
                chats.failed += 1
                messages.failed += all
            }
        }
        return (chats, messages)
    }

    private static func json(_ records: [Record], source: String?, isComplete: Bool) -> [UInt8] {
        let counts = counts(records)
        var writer = JSONWriter(pretty: true)
        writer.object { writer in
            writer.member("source", optional: source)
            writer.member("complete", isComplete)
            for (name, counts) in [("chats", counts.chats), ("messages", counts.messages)] {
                writer.key(name)
                writer.object { writer in
                    writer.member("all", counts.all)
                    writer.member("rendered", counts.rendered)
                    writer.member("skipped", counts.skipped)
                    writer.member("left_out", counts.leftOut)
                    writer.member("failed", counts.failed)
                }
            }
            writer.key("files")
            writer.array { writer in
                for record in records { write(record, to: &writer) }
            }
        }
        return writer.drain() + [0x0A]
    }

    private static func write(_ record: Record, to writer: inout JSONWriter) {
        let chat = record.chat
        let counts = counts([record]).messages
        writer.object { writer in
            writer.member("id", chat.id)
            writer.member("title", chat.title)
            switch record.outcome {
            case .rendered(_, let pages, let bytes):
                writer.member("status", "rendered")
                writer.member("file", optional: record.file)
                writer.member("bytes", bytes)
                writer.member("pages", pages)
            case .skipped(let bytes):
                writer.member("status", "skipped")
                writer.member("file", optional: record.file)
                writer.member("bytes", bytes)
            case .leftOut(let reason):
                writer.member("status", "left_out")
                writer.member("reason", reason.rawValue)
            case .failed(let problem, let detail):
                writer.member("status", "failed")
                writer.member("reason", problem.type.rawValue)
                writer.member("detail", detail)
            }
            writer.member("first", optional: chat.first?.text)
            writer.member("last", optional: chat.last?.text)
            writer.key("people")
            writer.array { writer in for name in chat.people { writer.value(name) } }
            // Unknown if the chat cannot be read.
            writer.member("messages", chat.messages.map { JSONValue.number(String($0)) } ?? .null)
            for (name, count) in [
                ("rendered", counts.rendered), ("skipped", counts.skipped),
                ("left_out", counts.leftOut), ("failed", counts.failed),
            ] where count > 0 {
                writer.member(name, count)
            }
        }
    }
}
