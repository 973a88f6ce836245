import Importing
import Rendering
import Service
import Themes

/// The shell completions, generated from the commands' descriptions.
struct Completions {
    enum Shell: String, CaseIterable { case bash, zsh, fish }

    let looks: [String]
    let importers: [String]

    func text(for shell: Shell) -> String {
        let head =
            "Completions of chatprint, as `chatprint completions \(shell.rawValue)` prints them."
        return switch shell {
        case .bash: "# \(head)\n" + bash
        case .zsh: "#compdef chatprint\n# \(head)\n" + zsh
        case .fish: "# \(head)\n" + fish
        }
    }

    private var commands: [CommandDescription] { CommandList.shown }
    private var names: String { commands.map(\.name).joined(separator: " ") }

    private func words(_ value: CommandDescription.Value) -> [String]? {
        switch value {
        case .look: looks
        case .chosenLook: looks + ["auto"]
        case .importer: importers
        case .words(let words): words
        case .text, .file, .folder: nil
        }
    }

    private func options(of command: CommandDescription) -> [CommandDescription.Option] {
        command.options + [.help]
    }

    // MARK: - bash

    private var bash: String {
        var lines = [
            "_chatprint() {",
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}",
            "    COMPREPLY=()",
            "    if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then",
            "        COMPREPLY=($(compgen -W '\(names)' -- \"$current\"))",
            "        return",
            "    fi",
            "    case ${COMP_WORDS[1]} in",
        ]
        for command in commands where !command.options.isEmpty {
            lines += ["    \(command.name))", "        case $previous in"]
            for option in command.options where option.placeholder != nil {
                let pattern = option.name + (option.short.map { "|" + $0 } ?? "")
                lines.append("        \(pattern)) \(bashValue(option.value)); return ;;")
            }
            let options = options(of: command).map(\.name).joined(separator: " ")
            lines += [
                "        esac",
                "        [[ $current != -* ]] || COMPREPLY=($(compgen -W '\(options)' -- \"$current\"))",
                "        ;;",
            ]
        }
        lines += [
            "    esac", "}",
            "# Completes file names if no other word matches.",
            "complete -o default -F _chatprint chatprint",
        ]
        return lines.joined(separator: "\n")
    }

    private func bashValue(_ value: CommandDescription.Value) -> String {
        if let words = words(value) {
            return "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
        }
        guard case .folder = value else { return ":" }
        return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    }

    // MARK: - zsh

    private var zsh: String {
        var lines = ["_chatprint() {", "    local -a commands=("]
        lines += commands.map { "        '\($0.name):\(zshText($0.summary))'" }
        lines += [
            "    )",
            "    if ((CURRENT == 2)) || [[ $words[2] == help ]]; then",
            "        _describe command commands",
            "        return",
            "    fi",
            "    local command=$words[2]",
            "    shift words",
            "    ((CURRENT--))",
            "    case $command in",
        ]
        for command in commands where !command.options.isEmpty {
            lines += ["    \(command.name))", "        _arguments \\"]
            lines += options(of: command).map { "            \(zshOption($0)) \\" }
            lines += [
                command.takesFiles ? "            '*:file:_files'" : "            '*: :'",
                "        ;;",
            ]
        }
        lines += [
            "    esac", "}",
            "# Autoloaded from a folder in $fpath, or sourced directly.",
            "if [[ $funcstack[1] == _chatprint ]]; then _chatprint \"$@\"; "
                + "else compdef _chatprint chatprint; fi",
        ]
        return lines.joined(separator: "\n")
    }

    private func zshOption(_ option: CommandDescription.Option) -> String {
        var rest = "[\(zshText(option.summary))]"
        if let placeholder = option.placeholder {
            rest += ":\(zshText(placeholder)):" + zshValue(option.value)
        }
        guard let short = option.short else { return "'\(option.name)\(rest)'" }
        return "'(\(short) \(option.name))'{\(short),\(option.name)}'\(rest)'"
    }

    private func zshValue(_ value: CommandDescription.Value) -> String {
        if let words = words(value) { return "(\(words.joined(separator: " ")))" }
        return switch value {
        case .folder: "_files -/"
        case .file: "_files"
        case .text, .look, .chosenLook, .importer, .words: " "
        }
    }

    /// Escapes a description for single quotes, within which brackets and colons are special.
    private func zshText(_ text: String) -> String {
        text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
            .replacing(":", with: "\\:")
    }

    // MARK: - fish

    private var fish: String {
        var lines = ["complete -c chatprint -n __fish_use_subcommand -f"]
        for command in commands {
            lines.append(
                "complete -c chatprint -n __fish_use_subcommand -a \(command.name) "
                    + "-d \(fishText(command.summary))")
        }
        lines.append("complete -c chatprint -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
        for command in commands where !command.options.isEmpty {
            let when = "complete -c chatprint -n '__fish_seen_subcommand_from \(command.name)'"
            if !command.takesFiles { lines.append(when + " -f") }
            for option in options(of: command) {
                let short = option.short.map { " -s " + $0.dropFirst() } ?? ""
                lines.append(
                    when + " -l \(option.name.dropFirst(2))" + short + fishValue(option)
                        + " -d " + fishText(option.summary))
            }
        }
        return lines.joined(separator: "\n")
    }

    private func fishValue(_ option: CommandDescription.Option) -> String {
        guard option.placeholder != nil else { return "" }
        if let words = words(option.value) { return " -x -a '\(words.joined(separator: " "))'" }
        return switch option.value {
        case .folder: " -x -a '(__fish_complete_directories)'"
        case .file: " -r"
        case .text, .look, .chosenLook, .importer, .words: " -x"
        }
    }

    private func fishText(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

/// `chatprint completions`: prints completions for a shell.
struct CompletionsCommand: Subcommand {
    static let description = CommandDescription(
        name: "completions", operands: "bash|zsh|fish", summary: "print completions for a shell",
        options: [.configuration],
        examples: [
            .init(
                line: "chatprint completions bash > /etc/bash_completion.d/chatprint",
                summary: "install them for all users of bash")
        ], isHidden: true)

    let arguments: Arguments

    func run() throws -> Int32 {
        let shells = Completions.Shell.allCases.map(\.rawValue)
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw CommandFailure.usage("specify one shell: \(shells.joined(separator: ", "))")
        }
        guard let shell = Completions.Shell(rawValue: name) else {
            throw CommandFailure.unknown(
                "shell", name, among: shells, lists: "chatprint help completions")
        }
        let configuration = try arguments.configuration()
        let completions = Completions(
            looks: try RenderEnvironment.themes(in: configuration).names,
            importers: JobBuilder.importers.map(\.name))
        try Terminal.print(completions.text(for: shell))
        return 0
    }
}
