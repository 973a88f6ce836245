import Service

/// What commands about the service are told: a folder, and settings from its file, the environment and
/// flags.
struct ServiceArguments {
    let folder: ConfigurationFolder
    let settings: Settings

    init(_ words: [String]) throws {
        let flags = Setting.allCases.filter { $0.syntax.isFlag }.map(\.flag)
        let arguments = try Arguments(
            words,
            valued: Set(Setting.allCases.map(\.flag)).subtracting(flags).union(["--config"]),
            flags: Set(flags))
        folder = try ConfigurationFolder.find(flag: arguments.value("--config"))
        let given = Setting.allCases.compactMap { setting in
            arguments.value(setting.flag).map { (setting, $0) }
        }
        settings = try Workshop.settings(in: folder, flags: given)
    }
}
