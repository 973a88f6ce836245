import Rendering
import Service

/// The arguments of service commands: a configuration folder, and settings from its file, the
/// environment and options.
struct ServiceArguments {
    let configuration: Configuration
    let settings: Settings

    static let options = [CommandDescription.Option.configuration] + Setting.all.map(\.option)

    init(_ arguments: Arguments) throws {
        configuration = try arguments.configuration()
        let given = Setting.all.compactMap { setting in
            arguments.value(setting.flag).map { (setting, $0) }
        }
        settings = try RenderEnvironment.settings(in: configuration, flags: given)
    }
}

extension Setting {
    fileprivate var option: CommandDescription.Option {
        CommandDescription.Option(
            name: flag, placeholder: placeholder, value: words.isEmpty ? .text : .words(words),
            summary: summary.replacing("`", with: ""))
    }
}
