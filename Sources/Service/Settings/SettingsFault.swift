import Encodings

/// Why the service would not start with these settings.
package enum SettingsFault: Error, Sendable, Equatable {
    /// `source` says where it stood: the file, the variable, the flag.
    case unknown(name: String, source: String)
    case badValue(Setting, value: String, source: String)
    case unreadable(path: String)
    case notJSON(path: String, line: Int, column: Int)
}

extension SettingsFault {
    /// One line for the operator who started the program.
    package var sentence: String {
        switch self {
        case .unknown(let name, let source):
            "\(source): there is no setting \"\(name)\""
                + (NearestName.of(name, among: Setting.allCases.map(\.rawValue)).map {
                    "; did you mean \"\($0)\"?"
                } ?? "")
        case .badValue(let setting, let value, let source):
            "\(source): \(setting.rawValue) cannot be \"\(value)\"; it is \(setting.syntax.description)"
        case .unreadable(let path): "\(path) cannot be read"
        case .notJSON(let path, let line, let column):
            "\(path) is not JSON at line \(line), column \(column)"
        }
    }
}
