import Rendering
import Service

/// The arguments of service commands: a configuration folder, and settings from its file, the
/// environment and options.
struct ServiceArguments {
    let configuration: Configuration
    let settings: Settings

    static let options = [CommandDescription.Option.configuration] + Setting.allCases.map(\.option)

    init(_ arguments: [String], of command: CommandDescription) throws {
        let parsed = try Arguments(arguments, of: command)
        configuration = try Configuration.find(flag: parsed.value("--config"))
        let given = Setting.allCases.compactMap { setting in
            parsed.value(setting.flag).map { (setting, $0) }
        }
        settings = try RenderEnvironment.settings(in: configuration, flags: given)
    }
}

extension Setting {
    fileprivate var option: CommandDescription.Option {
        CommandDescription.Option(
            name: flag, placeholder: placeholder, value: value,
            summary: summary.replacing("`", with: ""))
    }

    private var placeholder: String? {
        switch syntax {
        case .text: "TEXT"
        case .integer, .number: "N"
        case .bytes: "BYTES"
        case .seconds: "SECONDS"
        case .list: "LIST"
        case .choice(let words, _, _): words.joined(separator: "|")
        case .level: "LEVEL"
        case .flag: nil
        }
    }

    private var value: CommandDescription.Value {
        switch syntax {
        case .choice(let words, _, _): .words(words)
        case .level: .words(Log.Level.allCases.map(\.name))
        case .text, .integer, .number, .bytes, .seconds, .list, .flag: .text
        }
    }
}
