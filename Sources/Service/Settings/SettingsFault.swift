/// Why the service would not start with these settings.
package enum SettingsFault: Error, Sendable, Equatable {
    /// `source` says where it stood: the file, the variable, the flag.
    case unknown(name: String, source: String)
    case badValue(Setting, value: String, source: String)
    case unreadable(path: String)
    case notJSON(path: String, line: Int, column: Int)
}

extension SettingsFault {
    /// One line for whoever started the program.
    package var sentence: String {
        switch self {
        case .unknown(let name, let source): "\(source): there is no setting \"\(name)\""
        case .badValue(let setting, let value, let source):
            "\(source): \(setting.rawValue) cannot be \"\(value)\"; it is \(setting.form.words)"
        case .unreadable(let path): "\(path) cannot be read"
        case .notJSON(let path, let line, let column):
            "\(path) is not JSON at line \(line), column \(column)"
        }
    }
}

extension Setting.Form {
    /// What may stand there, in words.
    package var words: String {
        switch self {
        case .text: "a text"
        case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(let range): "seconds from \(range.lowerBound) to \(range.upperBound)"
        case .bytes(let range):
            "bytes from \(range.lowerBound) to \(range.upperBound), such as 64MiB"
        case .flag: "true or false"
        case .list: "a list separated by commas"
        case .choice(let choices): "one of " + choices.joined(separator: ", ")
        }
    }
}
