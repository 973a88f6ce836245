import Basics

/// The syntax of a value in a request: its shape, and how to read and write the value. Reading
/// receives the previous value. Values are written as defaults for the reference and as members of
/// a conversation.
struct FieldSyntax<Value: Sendable>: Sendable {
    typealias Read =
        @Sendable (inout FieldReader, _ old: Value?) -> Value?

    typealias Put = @Sendable (inout ConversationWriter, String, Value) -> Void
    typealias Change = @Sendable (inout Value, FieldContents, (String) -> String) -> Void
    /// Takes what another value of the same thing has in addition.
    typealias Complete = @Sendable (inout Value, Value) -> Void

    let shape: FieldShape
    let write: @Sendable (Value) -> JSONValue?
    let put: Put
    let read: Read
    let contents: FieldContents
    let change: Change
    /// Nil if the value is known or not, such as a time.
    let complete: Complete?

    init(
        _ shape: FieldShape, write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil },
        put: @escaping Put = { _, _, _ in }, contents: FieldContents = [],
        change: @escaping Change = { _, _, _ in }, complete: Complete? = nil,
        read: @escaping Read
    ) {
        self.shape = shape
        self.write = write
        self.put = put
        self.read = read
        self.contents = contents
        self.change = change
        self.complete = complete
    }

    /// `null` and invalid values leave the value unchanged.
    func update(_ fields: inout FieldReader, _ value: inout Value) {
        if let new = read(&fields, value) { value = new }
    }

    func put(_ writer: inout ConversationWriter, _ name: String, _ value: inout Value) {
        put(&writer, name, value)
    }

    func put(_ writer: inout ConversationWriter, _ name: String, optional value: inout Value?) {
        if let value { put(&writer, name, value) }
    }

    /// For `null` and invalid values.
    func or(_ fallback: Value) -> FieldSyntax {
        FieldSyntax(
            shape, write: write, put: put, contents: contents, change: change, complete: complete
        ) { fields, old in read(&fields, old) ?? fallback }
    }
}

/// What the strings of a value are. Redaction, searches and references find them by it.
struct FieldContents: OptionSet, Sendable {
    let rawValue: UInt8

    /// Texts that a person wrote or that describe one.
    static let texts = FieldContents(rawValue: 1)
    /// Texts with the placeholders of `PageTemplate`.
    static let templates = FieldContents(rawValue: 2)
    /// IDs and names of participants.
    static let people = FieldContents(rawValue: 4)
    /// Link targets.
    static let addresses = FieldContents(rawValue: 8)
}

extension FieldSyntax where Value == String {
    func holding(_ contents: FieldContents) -> FieldSyntax {
        FieldSyntax(
            shape, write: write, put: put, contents: contents,
            change: { text, wanted, change in
                if wanted.contains(contents) { text = change(text) }
            }, read: read)
    }

    static var url: FieldSyntax { plainLine.holding(.addresses) }
    static var template: FieldSyntax { plainLine.holding(.templates) }
}

extension FieldSyntax where Value == [String] {
    func holding(_ contents: FieldContents) -> FieldSyntax {
        FieldSyntax(
            shape, write: write, put: put, contents: contents,
            change: { texts, wanted, change in
                if wanted.contains(contents) { texts = texts.map(change) }
            }, complete: { if $0.isEmpty { $0 = $1 } }, read: read)
    }
}

extension FieldSyntax where Value == Bool {
    static var bool: FieldSyntax {
        FieldSyntax(.flag, write: { .bool($0) }, put: { $0.json.member($1, $2) }) { fields, _ in
            fields.bool()
        }
    }

    /// A switch that `null` turns off. It is written only if it is on.
    static var flag: FieldSyntax {
        FieldSyntax(
            .flag, write: { .bool($0) }, put: { $0.flag($1, $2) }, complete: { $0 = $0 || $1 }
        ) { fields, _ in fields.flag() }
    }
}

extension FieldSyntax where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> FieldSyntax {
        FieldSyntax(
            .number(range), write: { .number(of: $0) }, put: { $0.json.member($1, $2) },
            read: { fields, _ in fields.double(range) })
    }

    static func length(_ range: ClosedRange<Double>) -> FieldSyntax {
        FieldSyntax(
            .length(range), write: { .number(of: $0) },
            read: { fields, _ in fields.length(range) })
    }
}

extension FieldSyntax where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> FieldSyntax {
        FieldSyntax(
            .integer(range), write: { .number(String($0)) }, put: { $0.json.member($1, $2) },
            read: { fields, _ in fields.int(range) })
    }
}

extension FieldSyntax where Value == String {
    /// A name or label: one line, or nil if empty.
    static var line: FieldSyntax { plainLine.holding(.texts) }

    /// A line that is not written by a person.
    static var plainLine: FieldSyntax {
        FieldSyntax(
            .text, write: { $0.isEmpty ? nil : .string($0) }, put: { $0.json.member($1, $2) },
            read: { fields, _ in fields.line() })
    }
}

extension FieldSyntax where Value == Moment {
    static var moment: FieldSyntax {
        FieldSyntax(.defined("time"), put: { $0.time($1, $2) }) { fields, _ in fields.moment() }
    }
}

extension FieldSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var choice: FieldSyntax { choice(ignoring: []) }

    /// - Parameters:
    ///   - ignored: words of other programs that mean none of the values.
    ///   - meant: the values to suggest for other words.
    static func choice(
        ignoring ignored: Set<String> = [], suggesting meant: [String: String] = [:]
    ) -> FieldSyntax {
        FieldSyntax(
            .words(Value.allCases.map(\.rawValue)), write: { .string($0.rawValue) },
            put: { $0.json.member($1, $2.rawValue) },
            read: { fields, _ in fields.choice(ignoring: ignored, suggesting: meant) })
    }
}

extension FieldSyntax where Value: FieldObject {
    /// Creates the syntax of an object, which holds what its fields hold.
    init(
        _ shape: FieldShape, write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil },
        put: @escaping Put = { _, _, _ in }, read: @escaping Read
    ) {
        self.init(
            shape, write: write, put: put, contents: Value.fields.contents,
            change: { Value.fields.change(&$0, $1, $2) },
            complete: { Value.fields.complete(&$0, with: $1) }, read: read)
    }

    /// An object with fields, which are applied to the previous value.
    static var object: FieldSyntax {
        FieldSyntax(.object(Value.declarations)) { fields, old in
            var value = old ?? Value()
            return fields.object(into: &value) ? value : nil
        }
    }
}
