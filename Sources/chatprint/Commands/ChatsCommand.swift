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
        } + [
            .init(name: "--json", summary: "print JSON, as POST /chats of the service returns"),
            .configuration,
        ],
        examples: [
            .init(
                line: "chatprint chats result.json", summary: "list the chats of a Telegram account"
            ),
            .init(
                line: "chatprint chats may.zip june.zip",
                summary: "also show which chats may be the same talk, and why"),
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let environment = try RenderEnvironment(arguments)
        let parameters = try arguments.settings()
        let isJSON = arguments.has("--json")
        var exports: [(name: String, chats: [ChatSummary])] = []
        if arguments.operands.count < 2 {
            // The log of a database is beside it.
            let input = try InputFile(arguments)
            let chats = try chats(of: input, parameters, in: environment)
            exports = [(input.path ?? "-", chats)]
            for line in isJSON ? [] : ChatTable(chats).lines {
                try Terminal.print(String(line.dropFirst(2)))
            }
        } else {
            let password = try arguments.sourcePassword()
            for path in arguments.operands {
                let input = try InputFile(path: path, media: .beside, password: password)
                let chats = try chats(of: input, parameters, in: environment)
                exports.append((path, chats))
                for line in isJSON ? [] : [path + ":"] + ChatTable(chats).lines {
                    try Terminal.print(line)
                }
            }
        }
        let list = ChatList(exports)
        guard isJSON else {
            for line in list.lines { try Terminal.print(line) }
            return 0
        }
        var writer = JSONWriter(pretty: true)
        writer.object { list.write(to: &$0) }
        try Terminal.print(String(decoding: writer.bytes, as: UTF8.self))
        return 0
    }

    private func chats(
        of input: InputFile, _ parameters: Parameters, in environment: RenderEnvironment
    ) throws -> [ChatSummary] {
        var input = input
        do throws(Explanation) {
            let chats = try input.read { (upload) throws(Explanation) in
                try environment.jobBuilder.chats(
                    of: upload, parameters, control: RenderWatch.reading(isQuiet: false))
            }
            Terminal.endProgress()
            return chats
        } catch {
            Terminal.endProgress()
            throw CommandFailure.problem(
                ProblemText(error, path: input.path, command: ["chats"]))
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
            let count = chat.people.count
            return count == 0 ? "" : count == 1 ? "1 person" : "\(count) people"
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
