import JSON

/// The syntax of a value in a request: its shape, how to read it (given the previous value), and
/// how to write it.
struct FieldSyntax<Value: Sendable>: Sendable {
    typealias Read =
        @Sendable (inout FieldReader, _ old: Value?) throws(ConversationError) -> Value?

    let shape: FieldShape
    let write: @Sendable (Value) -> JSONValue?
    let read: Read

    init(
        _ shape: FieldShape, write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil },
        read: @escaping Read
    ) {
        self.shape = shape
        self.write = write
        self.read = read
    }
}

extension FieldSyntax where Value == Bool {
    /// `true` or `false`.
    static var bool: FieldSyntax {
        FieldSyntax(.flag, write: { .bool($0) }) { (fields, _) throws(ConversationError) in
            try fields.bool()
        }
    }

    /// A switch that `null` turns off.
    static var flag: FieldSyntax {
        FieldSyntax(.flag, write: { .bool($0) }) { (fields, _) throws(ConversationError) in
            try fields.flag()
        }
    }
}

extension FieldSyntax where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> FieldSyntax {
        FieldSyntax(
            .number(range), write: { .number(of: $0) },
            read: { (fields, _) throws(ConversationError) in try fields.double(range) })
    }

    static func length(_ range: ClosedRange<Double>) -> FieldSyntax {
        FieldSyntax(
            .length(range), write: { .number(of: $0) },
            read: { (fields, _) throws(ConversationError) in try fields.length(range) })
    }
}

extension FieldSyntax where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> FieldSyntax {
        FieldSyntax(
            .integer(range), write: { .number(String($0)) },
            read: { (fields, _) throws(ConversationError) in try fields.int(range) })
    }
}

extension FieldSyntax where Value == String {
    /// A name or label: one line, or nil if empty.
    static var line: FieldSyntax {
        FieldSyntax(
            .text, write: { $0.isEmpty ? nil : .string($0) },
            read: { (fields, _) throws(ConversationError) in try fields.line() })
    }
}

extension FieldSyntax where Value == Moment {
    static var moment: FieldSyntax {
        FieldSyntax(.defined("time")) { (fields, _) throws(ConversationError) in
            try fields.moment()
        }
    }
}

extension FieldSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    static var choice: FieldSyntax {
        FieldSyntax(
            .words(Value.allCases.map(\.rawValue)), write: { .string($0.rawValue) },
            read: { (fields, _) throws(ConversationError) in try fields.choice() })
    }
}

extension FieldSyntax where Value: FieldObject {
    /// An object with fields, which are applied to the previous value.
    static var object: FieldSyntax {
        FieldSyntax(.object(Value.declarations)) { (fields, old) throws(ConversationError) in
            var value = old ?? Value()
            return try fields.object(into: &value) ? value : nil
        }
    }
}
