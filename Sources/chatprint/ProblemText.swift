import Basics
import Importing
import Model
import Rendering
import Service

/// An error for the command line, or for the caller of a tool: what is wrong, what is allowed, and
/// what to type or to set next.
struct ProblemText {
    /// The maximum number of listed names: an account may have thousands of chats.
    private static let maxNames = 200

    private let problem: Explanation
    /// The file or folder that the error is about.
    private let path: String?
    /// The chats to select from.
    private let chats: [ChatSummary]
    /// The subcommand in use, and the options that a suggested line repeats; empty for a tool, whose
    /// arguments are named like parameters.
    private let command: [String]
    /// Whether the theme's name comes from the command line instead of the file.
    private let hasThemeOption: Bool

    init(
        _ error: Explanation, path: String?, command: [String], chats: [ChatSummary] = [],
        hasThemeOption: Bool = false
    ) {
        problem = error
        self.path = path
        self.command = command
        self.chats = chats
        self.hasThemeOption = hasThemeOption
    }

    var listsChats: Bool { !chats.isEmpty }

    var text: String {
        let theme = Explanation.Sentence.Part.place("/theme")
        let isThemeOption = hasThemeOption && problem.sentence.parts.first == theme
        let head = isThemeOption ? "" : path.map { $0 + ": " } ?? ""
        let detail = problem.detail { sentence in
            printed(sentence, place: isThemeOption ? "--theme" : nil)
        }
        var lines = [head + problem.title + ". " + detail]
        if problem.errors.count > 1 {
            lines += problem.errors.prefix(20).map { part in
                let text = printed(part.sentence)
                // The sentences of most faults begin with the place, those of warnings do not.
                let isPlaced = part.pointer.isEmpty || part.sentence.hasSubject
                return "  " + (isPlaced ? text : "\(part.pointer): \(text)")
            }
        }
        // A close name makes the list of all unnecessary.
        if let meant = problem.meant, problem.allowed.contains(meant),
            let option = problem.missingOption
        {
            lines.append(next(option, meant))
        } else if problem.asksForChat {
            lines +=
                chats.isEmpty
                ? names(problem.allowed.prefix(Self.maxNames)) : ChatTable(chats).lines
            let name = chats.first?.chat.name ?? problem.allowed.first
            if let name { lines.append(next("--chat", name)) }
        } else if problem.asksForFormat {
            let names = problem.allowed.isEmpty ? JobBuilder.importers.map(\.name) : problem.allowed
            let known = JobBuilder.importers.filter { names.contains($0.name) }
            let width = known.map(\.name.count).max() ?? 0
            lines += known.map { importer in
                let blanks = String(repeating: " ", count: width + 2 - importer.name.count)
                return "  \(importer.name)\(blanks)\(importer.title): \(importer.summary)"
            }
            // The list of all formats has no likely one.
            if known.count < JobBuilder.importers.count, let name = problem.allowed.first {
                lines.append(next("--from", name))
            }
        } else if !problem.allowed.isEmpty, problem.meant == nil {
            // The list of allowed values is omitted if a close name is known or the detail has it.
            let allowed = problem.allowed.joined(separator: ", ")
            if !detail.contains(allowed) { lines[0] += " Allowed: \(allowed)." }
        }
        return lines.joined(separator: "\n")
    }

    private func names(_ names: some Sequence<String>) -> [String] { names.map { "  " + $0 } }

    private func printed(_ sentence: Explanation.Sentence, place: String? = nil) -> String {
        command.isEmpty ? sentence.text(isLocal: true) : sentence.withOptions(place)
    }

    /// Returns the command line with an option added.
    private func next(_ option: String, _ value: String) -> String {
        if command.isEmpty { return "Set \"\(option.dropFirst(2))\" to \"\(value)\"." }
        let words = command.prefix(1) + [path ?? "FILE"] + command.dropFirst() + [option]
        let line = words.map { Self.quoted($0, always: false) }.joined(separator: " ")
        return "Type: chatprint \(line) \(Self.quoted(value, always: true))"
    }

    /// Quotes a word for the shell.
    private static func quoted(_ word: String, always: Bool) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            ASCII.isAlphanumeric(byte) || "-_./".utf8.contains(byte)
        }
        guard always || !isPlain else { return word }
        let special: Set<Character> = ["\"", "\\", "$", "`", "!"]
        guard !word.contains(where: special.contains) else {
            return "'" + word.replacing("'", with: "'\\''") + "'"
        }
        return "\"" + word + "\""
    }
}

extension Explanation {
    /// Whether selecting one of the export's chats helps.
    var asksForChat: Bool { type == .severalChats || type == .unknownChat }

    /// Whether specifying the export's format helps.
    fileprivate var asksForFormat: Bool { type == .unrecognized || type == .unknownImporter }

    /// The option that helps.
    fileprivate var missingOption: String? {
        asksForChat ? "--chat" : asksForFormat ? "--from" : nil
    }

    /// The explanation in one line for users of the command.
    var commandDetail: String { detail { $0.withOptions() } }

    /// The explanation as JSON for users of the command: the document of the service, without what
    /// only clients know.
    var commandJSON: [UInt8] {
        var explanation = self
        if type == .unrecognized, allowed.isEmpty {
            explanation.allowed = JobBuilder.importers.map(\.name)
        }
        return explanation.json(
            requestID: nil, detail: commandDetail, errors: errors.map { $0.sentence.withOptions() })
    }
}

extension Explanation.Sentence {
    fileprivate var hasSubject: Bool {
        switch parts.first {
        case .place, .subject: true
        case .text, .parameter, .option, .client, .local, nil: false
        }
    }

    /// The sentence with options of the command as the names of parameters.
    ///
    /// - Parameter place: the option that sets the value at the place; nil for the place itself.
    func withOptions(_ place: String? = nil) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let words), .local(let words): text += words
            case .place(let pointer): text += place ?? pointer
            case .parameter(let name), .subject(let name): text += Arguments.option(name)
            case .option(let name): text += Arguments.withOptions(inBackticks: "`\(name)`")
            case .client: break
            }
        }
    }
}
