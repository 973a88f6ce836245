import Basics
import Importing
import Model
import Rendering

/// `chatprint chats`: lists the chats of an export, for `--chat`.
struct ChatsCommand: Subcommand {
    static let description = CommandDescription(
        name: "chats", operands: "FILE...", takesFiles: true,
        summary: "list the chats of exports, for --chat and join",
        options: CommandDescription.Option.export.filter {
            ["--from", "--timezone", "--source-password-file"].contains($0.name)
        } + [.configuration],
        examples: [
            .init(
                line: "chatprint chats result.json", summary: "list the chats of a Telegram account"
            ),
            .init(
                line: "chatprint chats may.zip june.zip",
                summary: "also tell which chats may be the same talk"),
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let environment = try RenderEnvironment(arguments)
        let parameters = try arguments.settings()
        guard arguments.operands.count > 1 else {
            // The log of a database is beside it.
            let input = try InputFile(arguments)
            for line in try table(of: input, parameters, in: environment).lines {
                try Terminal.print(String(line.dropFirst(2)))
            }
            return 0
        }
        let password = try arguments.sourcePassword()
        var lists: [(path: String, chats: [ChatSummary])] = []
        for path in arguments.operands {
            let input = try InputFile(path: path, media: .beside, password: password)
            let table = try table(of: input, parameters, in: environment)
            lists.append((path, table.chats))
            try Terminal.print(path + ":")
            for line in table.lines { try Terminal.print(line) }
        }
        for line in ChatPairs(lists).lines { try Terminal.print(line) }
        return 0
    }

    private func table(
        of input: InputFile, _ parameters: Parameters, in environment: RenderEnvironment
    ) throws -> ChatTable {
        var input = input
        do throws(Explanation) {
            let chats = try input.read { (upload) throws(Explanation) in
                try environment.jobBuilder.chats(
                    of: upload, parameters, control: RenderWatch.reading(isQuiet: false))
            }
            Terminal.endProgress()
            return ChatTable(chats)
        } catch {
            Terminal.endProgress()
            throw CommandFailure.problem(
                ProblemText(error, path: input.path, command: ["chats"]))
        }
    }
}

/// Which chats of several exports look like the same talk, for `chatprint join`.
struct ChatPairs {
    let lines: [String]

    init(_ lists: [(path: String, chats: [ChatSummary])]) {
        var known: [String: [(path: String, chat: ChatSummary)]] = [:]
        var order: [String] = []
        for (path, chats) in lists {
            for chat in chats {
                let name = chat.chat.name.lowercased()
                guard !name.isEmpty else { continue }
                if known[name] == nil { order.append(name) }
                known[name, default: []].append((path, chat))
            }
        }
        lines = order.compactMap { name in
            guard let found = known[name], Set(found.map(\.path)).count > 1 else { return nil }
            let times = found.compactMap { one in
                one.chat.first.flatMap { first in one.chat.last.map { (first, $0) } }
            }.sorted { $0.0 < $1.0 }
            let overlaps = zip(times, times.dropFirst()).contains { $1.0 <= $0.1 }
            let paths = found.map(\.path).joined(separator: ", ")
            let reason = "same name, " + (overlaps ? "times overlap" : "one after the other")
            return "Perhaps the same talk: \(found[0].chat.chat.name) in \(paths) (\(reason))"
        }
    }
}

/// The chats of an export, one per line: name, numbers of messages and people, and first and last
/// date.
struct ChatTable {
    let chats: [ChatSummary]

    init(_ chats: [ChatSummary]) { self.chats = chats }

    var lines: [String] {
        let names = chats.map { $0.chat.name.isEmpty ? $0.chat.id : $0.chat.name }
        let counts = chats.map { chat in
            chat.messages.map { "\($0) message\($0 == 1 ? "" : "s")" } ?? ""
        }
        let people = chats.map { chat in
            chat.people == 0 ? "" : chat.people == 1 ? "1 person" : "\(chat.people) people"
        }
        let nameWidth = min(40, names.map(\.count).max() ?? 0)
        let countWidth = counts.map(\.count).max() ?? 0
        let peopleWidth = people.map(\.count).max() ?? 0
        // Chats of the same name are listed with their IDs, which `--chat` also accepts.
        var seen: [String: Int] = [:]
        for name in names { seen[name, default: 0] += 1 }
        return chats.enumerated().map { index, chat in
            let name = names[index]
            var line =
                "  " + padded(name, nameWidth) + "  "
                + padded(counts[index], countWidth, fromLeft: true) + "  "
                + padded(people[index], peopleWidth, fromLeft: true)
            if let first = chat.first, let last = chat.last {
                line += "  " + span(first, last)
            }
            if seen[name] ?? 0 > 1, !chat.chat.id.isEmpty { line += "  " + chat.chat.id }
            return line.trimmedRight
        }
    }

    private func span(_ first: Moment, _ last: Moment) -> String {
        let (from, to) = (first.text.prefix(10), last.text.prefix(10))
        return from == to ? String(from) : "\(from) to \(to)"
    }

    private func padded(_ text: String, _ width: Int, fromLeft: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return fromLeft ? blanks + text : text + blanks
    }
}

extension String {
    fileprivate var trimmedRight: String {
        var text = self[...]
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
