import Basics

package enum SettingsFault: Error, Sendable, Equatable {
    /// `source` names the file, the environment variable or the flag.
    case unknown(name: String, source: String)
    case badValue(Setting, value: String, source: String)
    case repeated(Setting, source: String)
    case unreadable(path: String)
    case notJSON(path: String, line: Int, column: Int)
}

extension SettingsFault {
    /// One line for the operator who started the program.
    package var sentence: String {
        switch self {
        case .unknown(let name, let source):
            "\(source): unknown setting \"\(name)\""
                + (NearestName.closest(to: name, in: Setting.all.map(\.name)).map {
                    "; did you mean \"\($0)\"?"
                } ?? "")
        case .badValue(let setting, let value, let source):
            // A wrong list of keys may contain keys.
            "\(source): \(setting.isSecret ? "the value" : "\"\(value)\"") is not a valid "
                + "\(setting.name); expected \(setting.validValues)"
        case .repeated(let setting, let source):
            "\(source): \(setting.name) occurs more than once"
        case .unreadable(let path): "\(path) cannot be read"
        case .notJSON(let path, let line, let column):
            "\(path) is not valid JSON at line \(line), column \(column)"
        }
    }
}
