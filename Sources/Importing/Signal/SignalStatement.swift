import Basics
import Readers

/// The statements of a backup file that hold rows of chats. They are parsed, never run: only the
/// order of a table's columns and the values of a row are of interest.
struct SignalStatements {
    static let tables: Set<String> = [
        "attachment", "call", "groups", "mention", "message", "mms", "part", "poll", "poll_option",
        "poll_vote", "reaction", "recipient", "recipient_preferences", "sms", "thread",
    ]

    /// The columns of each table by name, in lowercase.
    private var columns: [String: [String: Int]] = [:]
    /// The last statement, which most others repeat with other values.
    private var last: (sql: ArraySlice<UInt8>, table: String, columns: [String: Int], count: Int)?
    /// The number of rows of known tables that were not understood.
    private(set) var unread = 0

    /// Returns the row that a statement inserts into a table that is read; nil for any other
    /// statement.
    mutating func row(_ statement: ProtobufFields) -> (table: String, row: SignalRow)? {
        guard let sql = statement.bytes(1) else { return nil }
        if last?.sql != sql {
            last = nil
            var scanner = Scanner(rest: sql)
            if scanner.skip("create") {
                create(&scanner)
                return nil
            }
            guard scanner.skip("insert"), scanner.skip("into"), let name = scanner.name(),
                Self.tables.contains(name)
            else { return nil }
            guard let (order, count) = insert(into: name, &scanner) else {
                unread += 1
                return nil
            }
            last = (sql, name, order, count)
        }
        guard let last else { return nil }
        let values = statement.all(2).compactMap { value in
            if case .bytes(let bytes) = value { bytes } else { nil }
        }
        guard values.count == last.count else {
            unread += 1
            return nil
        }
        return (last.table, SignalRow(columns: last.columns, values: values))
    }

    private mutating func create(_ scanner: inout Scanner) {
        guard scanner.skip("table") else { return }
        if scanner.skip("if") {
            guard scanner.skip("not"), scanner.skip("exists") else { return }
        }
        guard let name = scanner.name(), Self.tables.contains(name),
            let names = scanner.columns(constraints: true)
        else { return }
        columns[name] = Self.order(names)
    }

    /// Returns the columns whose values a statement inserts.
    private func insert(
        into table: String, _ scanner: inout Scanner
    ) -> (columns: [String: Int], count: Int)? {
        var order = columns[table]
        if let names = scanner.columns(constraints: false) { order = Self.order(names) }
        guard let order, scanner.skip("values"), let count = scanner.marks(),
            count <= order.count
        else { return nil }
        return (order, count)
    }

    private static func order(_ names: [String]) -> [String: Int] {
        Dictionary(
            names.enumerated().map { ($0.element, $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    private struct Scanner {
        var rest: ArraySlice<UInt8>

        private mutating func skipBlanks() { rest = rest.drop { $0 <= 0x20 } }

        private static func isWord(_ byte: UInt8) -> Bool {
            ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }

        mutating func skip(_ word: StaticString) -> Bool {
            skipBlanks()
            let found = rest.prefix { Self.isWord($0) }
            guard String(decoding: found, as: UTF8.self).lowercased() == word.description else {
                return false
            }
            rest = rest.dropFirst(found.count)
            return true
        }

        private mutating func skip(mark byte: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard let first = rest.first, UInt32(first) == byte.value else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Returns a name, quoted or not, in lowercase.
        mutating func name() -> String? {
            skipBlanks()
            let closing: UInt8
            switch rest.first {
            case UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "'"):
                closing = rest[rest.startIndex]
            case UInt8(ascii: "["): closing = UInt8(ascii: "]")
            default:
                let word = rest.prefix { Self.isWord($0) }
                rest = rest.dropFirst(word.count)
                return word.isEmpty ? nil : String(decoding: word, as: UTF8.self).lowercased()
            }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: closing) else { return nil }
            let word = rest[..<end]
            rest = rest[(end + 1)...]
            return String(decoding: word, as: UTF8.self).lowercased()
        }

        /// Returns the first names of a list in parentheses.
        ///
        /// - Parameter constraints: whether the list may have constraints of the table, too.
        mutating func columns(constraints: Bool) -> [String]? {
            guard skip(mark: "(") else { return nil }
            var names: [String] = []
            repeat {
                skipBlanks()
                let isQuoted = rest.first.map { !Self.isWord($0) } ?? false
                guard let name = name() else { return nil }
                if isQuoted || !constraints || !Self.constraints.contains(name) {
                    names.append(name)
                }
                guard skipDefinition() else { return nil }
            } while skip(mark: ",")
            return skip(mark: ")") ? names : nil
        }

        private static let constraints: Set<String> = [
            "check", "constraint", "foreign", "primary", "unique",
        ]

        /// Skips to the comma or parenthesis that ends a definition.
        private mutating func skipDefinition() -> Bool {
            var depth = 0
            var quote: UInt8?
            for index in rest.indices {
                let byte = rest[index]
                if let open = quote {
                    if byte == open { quote = nil }
                    continue
                }
                switch byte {
                case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quote = byte
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")") where depth > 0: depth -= 1
                case UInt8(ascii: ","), UInt8(ascii: ")"):
                    if depth > 0 { continue }
                    rest = rest[index...]
                    return true
                default: break
                }
            }
            return false
        }

        /// Counts the question marks of `(?, ?)`, which must be the end.
        mutating func marks() -> Int? {
            guard skip(mark: "(") else { return nil }
            var count = 0
            repeat {
                guard skip(mark: "?") else { return nil }
                count += 1
            } while skip(mark: ",")
            guard skip(mark: ")") else { return nil }
            skipBlanks()
            return rest.isEmpty ? count : nil
        }
    }
}

/// A row of a backup file's database.
struct SignalRow {
    private let columns: [String: Int]
    /// Parsed when they are asked for: a message has 60 columns.
    private let values: [ArraySlice<UInt8>]

    init(columns: [String: Int], values: [ArraySlice<UInt8>]) {
        self.columns = columns
        self.values = values
    }

    /// The number of bytes of all columns.
    var size: Int { values.reduce(0) { $0 + $1.count } }

    /// Returns the first of some columns that the table has and that is not null.
    private func value(_ names: [String]) -> ProtobufFields? {
        for name in names {
            if let place = columns[name], values.indices.contains(place),
                let value = ProtobufFields(Array(values[place])),
                value.fields.first.map({ $0.number != 5 }) ?? false
            {
                return value
            }
        }
        return nil
    }

    func integer(_ names: String...) -> Int? {
        guard let value = value(names) else { return nil }
        return value.integer(2) ?? value.text(1).flatMap { Int($0) }
    }

    /// Returns a text unless it is empty.
    func text(_ names: String...) -> String? {
        guard let text = value(names)?.bytes(1), !text.isEmpty else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns a number or a text, unless it is empty.
    func identifier(_ names: String...) -> String? {
        guard let value = value(names) else { return nil }
        if let number = value.integer(2) { return String(number) }
        return value.bytes(1).flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }

    func bytes(_ name: String) -> [UInt8]? { value([name])?.bytes(4).map { Array($0) } }

    func flag(_ names: String...) -> Bool {
        guard let value = value(names) else { return false }
        return value.integer(2).map { $0 != 0 } ?? (value.text(1) == "1")
    }
}
