import Basics

/// The syntax of a value in JSON: how to read it (given the inherited value), how to write it, and
/// its description.
struct ValueSyntax<Value: Sendable>: Sendable {
    let words: String
    let read: @Sendable (_ json: JSONValue, _ old: Value?, inout ThemeReading) -> Value?
    let write: @Sendable (Value, [ThemePicture]) -> JSONValue
    /// The nested keys, if the value is an object with keys.
    let keys: [KeyLine]

    init(
        _ words: String, keys: [KeyLine] = [],
        read: @escaping @Sendable (JSONValue, Value?, inout ThemeReading) -> Value?,
        write: @escaping @Sendable (Value, [ThemePicture]) -> JSONValue
    ) {
        self.words = words
        self.keys = keys
        self.read = read
        self.write = write
    }

    /// Creates the syntax of a value with one JSON type.
    init(
        _ words: String, _ expected: ThemeFault.Expectation,
        read: @escaping @Sendable (JSONValue) -> Value?,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.init(
            words,
            read: { json, _, reading in
                if let value = read(json) { return value }
                reading.expected(expected, json)
                return nil
            },
            write: { value, _ in write(value) })
    }
}

/// One line in the list of keys.
struct KeyLine: Sendable {
    let path: String
    let words: String
    let meaning: String

    func below(_ key: String) -> KeyLine {
        KeyLine(path: path.isEmpty ? key : "\(key).\(path)", words: words, meaning: meaning)
    }
}
