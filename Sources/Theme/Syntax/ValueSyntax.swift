import JSON

/// One way to write a value in JSON: how it is read (onto what was inherited), how it is written,
/// and the words that tell a reader what to write.
struct ValueSyntax<Value: Sendable>: Sendable {
    let words: String
    let read: @Sendable (_ json: JSONValue, _ old: Value?, inout ThemeReading) -> Value?
    let write: @Sendable (Value, [ThemePicture]) -> JSONValue
    /// The keys below, where the value is an object of keys.
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

    /// A form of one JSON type.
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

/// One line of the list of keys.
struct KeyLine: Sendable {
    let path: String
    let words: String
    let meaning: String

    func below(_ key: String) -> KeyLine {
        KeyLine(path: path.isEmpty ? key : "\(key).\(path)", words: words, meaning: meaning)
    }
}
