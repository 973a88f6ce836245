import Basics
import Importing
import Model
import Rendering
import Service

/// An error for the command line: what is wrong, what is allowed, and what to type next.
struct ProblemText {
    private let error: JobError
    private let problem: Problem
    /// The file or folder that the error is about.
    private let path: String?
    /// The chats to select from.
    private let chats: [ChatSummary]
    /// The subcommand in use, and the options that a suggested line repeats.
    private let command: [String]
    /// Whether the theme's name comes from the command line instead of the file.
    private let hasThemeOption: Bool

    init(
        _ error: JobError, path: String?, command: [String], chats: [ChatSummary] = [],
        hasThemeOption: Bool = false
    ) {
        self.error = error
        problem = Problem(error)
        self.path = path
        self.command = command
        self.chats = chats
        self.hasThemeOption = hasThemeOption
    }

    var listsChats: Bool { !chats.isEmpty }

    var text: String {
        let theme = "/theme "
        let isThemeOption = hasThemeOption && detail.hasPrefix(theme)
        let head = isThemeOption ? nil : path.map { $0 + ": " }
        let detail = isThemeOption ? "--theme " + detail.dropFirst(theme.count) : detail
        var lines = [(head ?? "") + problem.title + ". " + detail]
        if problem.errors.count > 1 {
            lines += problem.errors.prefix(20).map { part in
                // Most sentences already begin with the place.
                let text = Self.withOptions(part.detail)
                let isPlaced = text.hasPrefix(part.pointer) || text != part.detail
                return "  " + (isPlaced ? text : "\(part.pointer): \(text)")
            }
        }
        // A close name makes the list of all unnecessary.
        if let meant = problem.meant, problem.allowed.contains(meant),
            let option = error.missingOption
        {
            lines.append(next(option, meant))
        } else if error.asksForChat {
            lines += chats.isEmpty ? names(problem.allowed) : ChatTable(chats).lines
            let name = chats.first?.chat.name ?? problem.allowed.first
            if let name { lines.append(next("--chat", name)) }
        } else if error.asksForFormat {
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

    private func names(_ names: [String]) -> [String] { names.map { "  " + $0 } }

    /// Returns the command line with an option added.
    private func next(_ option: String, _ value: String) -> String {
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

    /// Returns the problem with its detail reworded for the command line.
    static func worded(_ problem: Problem) -> Problem {
        var worded = problem
        worded.detail = detail(of: problem)
        if problem.slug == "unrecognized", problem.allowed.isEmpty {
            worded.allowed = JobBuilder.importers.map(\.name)
        }
        return worded
    }

    private var detail: String { Self.detail(of: problem) }

    /// Returns the detail without hints that only clients of the service can use.
    private static func detail(of problem: Problem) -> String {
        var text = problem.detail
        for aside in [
            "; GET /importers lists all formats", "; \"allowed\" lists the formats",
            "; \"allowed\" lists the chats",
            "; \"allowed\" lists them",
        ] {
            text = text.replacing(aside, with: "")
        }
        text = text.replacing("one of \"allowed\"", with: "one of these")
        text = text.replacing(
            "the body is empty; a conversation is expected", with: "the input is empty")
        return withOptions(text)
    }

    /// Replaces the names of parameters and fields that have an option with the option: `the
    /// parameter "date_order"`, and `me` in backticks.
    static func withOptions(_ text: String) -> String {
        let text = text.contains("`") ? Arguments.withOptions(inBackticks: text) : text
        let parts = text.replacing("The parameter \"", with: "the parameter \"")
            .split(separator: "the parameter \"", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        return parts.dropFirst().reduce(String(parts[0])) { out, part in
            guard let quote = part.firstIndex(of: "\"") else { return out + part }
            return out + Arguments.option(String(part[..<quote]))
                + part[part.index(after: quote)...]
        }
    }
}

extension JobError {
    /// Whether selecting one of the export's chats helps.
    var asksForChat: Bool {
        switch self {
        case .importing(.severalChats), .importing(.unknownChat): true
        case .importing, .conversation, .theme, .parameter, .conflict, .nothingLeft, .unreadable,
            .noSigner, .render, .verification:
            false
        }
    }

    /// The option that helps.
    fileprivate var missingOption: String? {
        asksForChat ? "--chat" : asksForFormat ? "--from" : nil
    }

    /// Whether specifying the export's format helps.
    fileprivate var asksForFormat: Bool {
        switch self {
        case .importing(.unrecognized), .importing(.misread), .importing(.unknownImporter): true
        case .importing, .conversation, .theme, .parameter, .conflict, .nothingLeft, .unreadable,
            .noSigner, .render, .verification:
            false
        }
    }
}
