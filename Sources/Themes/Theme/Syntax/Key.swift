import Basics

/// A key of a section, with its property in the model.
struct Key<Section: Sendable>: Sendable {
    let name: String
    let lines: [KeyLine]
    let read: @Sendable (JSONValue, inout Section, inout ThemeReading) -> Void
    let write: @Sendable (Section, [ThemePicture]) -> JSONValue?

    init(
        _ name: String, lines: [KeyLine],
        read: @escaping @Sendable (JSONValue, inout Section, inout ThemeReading) -> Void,
        write: @escaping @Sendable (Section, [ThemePicture]) -> JSONValue?
    ) {
        self.name = name
        self.lines = lines
        self.read = read
        self.write = write
    }

    /// Creates a key for which `null` keeps the inherited value.
    init<Value>(
        _ name: String, _ place: any WritableKeyPath<Section, Value> & Sendable,
        _ syntax: ValueSyntax<Value>,
        _ meaning: String
    ) {
        self.init(
            name, lines: Key.lines(name, syntax.words, keys: syntax.keys, meaning: meaning),
            read: { json, section, reading in
                guard json != .null else { return }
                if let value = syntax.read(json, section[keyPath: place], &reading) {
                    section[keyPath: place] = value
                }
            },
            write: { syntax.write($0[keyPath: place], $1) })
    }

    /// Creates a key for which `null` removes the inherited value.
    init<Value>(
        _ name: String, optional place: any WritableKeyPath<Section, Value?> & Sendable,
        _ syntax: ValueSyntax<Value>, _ meaning: String
    ) {
        self.init(
            name,
            lines: Key.lines(name, syntax.words + ", or null", keys: syntax.keys, meaning: meaning),
            read: { json, section, reading in
                guard json != .null else { return section[keyPath: place] = nil }
                if let value = syntax.read(json, section[keyPath: place], &reading) {
                    section[keyPath: place] = value
                }
            },
            write: { section, pictures in
                section[keyPath: place].map { syntax.write($0, pictures) } ?? .null
            })
    }

    /// Returns the same key for a section that contains this one.
    func within<Outer>(_ place: any WritableKeyPath<Outer, Section> & Sendable) -> Key<Outer> {
        Key<Outer>(
            name, lines: lines,
            read: { json, outer, reading in read(json, &outer[keyPath: place], &reading) },
            write: { write($0[keyPath: place], $1) })
    }

    private static func lines(
        _ name: String, _ words: String, keys: [KeyLine], meaning: String
    ) -> [KeyLine] {
        [KeyLine(path: name, words: words, meaning: meaning)] + keys.map { $0.below(name) }
    }
}

extension ValueSyntax {
    /// An object with keys, applied to the inherited value or to `base`. One key may replace the
    /// object (`shorthand`): a width for `{"width": …}`. The keys in `others` are read elsewhere.
    static func section(
        _ keys: [Key<Value>], from base: Value? = nil, shorthand: String? = nil,
        words: String = "object", others: [String] = []
    ) -> ValueSyntax {
        ValueSyntax(
            words, keys: keys.flatMap(\.lines),
            read: { json, old, reading in
                guard var value = old ?? base else { return nil }
                if case .object(let members) = json {
                    reading.rejectUnknown(members, known: keys.map(\.name) + others)
                    for key in keys {
                        guard let member = json[key.name] else { continue }
                        reading.at(key.name) { key.read(member, &value, &$0) }
                    }
                } else if let key = keys.first(where: { $0.name == shorthand }) {
                    key.read(json, &value, &reading)
                } else {
                    reading.expected(.object, json)
                    return nil
                }
                return value
            },
            write: { value, pictures in
                .object(
                    keys.compactMap { key in
                        key.write(value, pictures).map { JSONValue.Member(key.name, $0) }
                    })
            })
    }
}
