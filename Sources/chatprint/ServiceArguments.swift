import Service

/// What commands about the service are told: a folder, and settings from its file, the environment and
/// flags.
struct ServiceArguments {
    let folder: ConfigurationFolder
    let settings: Settings

    init(_ arguments: [String]) throws {
        let flags = Setting.allCases.filter { $0.syntax.isFlag }.map(\.flag)
        let parsed = try Arguments(
            arguments,
            valued: Set(Setting.allCases.map(\.flag)).subtracting(flags).union(["--config"]),
            flags: Set(flags))
        folder = try ConfigurationFolder.find(flag: parsed.value("--config"))
        let given = Setting.allCases.compactMap { setting in
            parsed.value(setting.flag).map { (setting, $0) }
        }
        settings = try RenderEnvironment.settings(in: folder, flags: given)
    }
}
