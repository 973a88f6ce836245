import JSON

/// One field of an object of a request: where its value is kept, how it is read, and what the
/// reference says about it.
struct Field<Root: Sendable>: Sendable {
    typealias Read =
        @Sendable (inout FieldReader, inout Root) throws(ConversationError) -> Void

    let name: String
    let read: Read
    /// A field that closes something, such as a password. If its name is misspelt, a warning would
    /// come too late: the request fails.
    let isClosing: Bool
    private let isInQuery: Bool
    private let shape: FieldShape
    private let meaning: String
    private let examples: [JSONValue]
    private let write: @Sendable (Root) -> JSONValue?

    /// - Parameters:
    ///   - isInQuery: whether a query parameter may stand for the field.
    ///   - write: the value as JSON, from which its default follows.
    ///   - read: how the value is read, for fields that are not kept at one place.
    init(
        _ name: String, _ shape: FieldShape, _ meaning: String, examples: [JSONValue] = [],
        isInQuery: Bool = true, isClosing: Bool = false,
        write: @escaping @Sendable (Root) -> JSONValue? = { _ in nil }, read: @escaping Read
    ) {
        self.name = name
        self.shape = shape
        self.meaning = meaning
        self.examples = examples
        self.isInQuery = isInQuery
        self.isClosing = isClosing
        self.write = write
        self.read = read
    }

    /// `null` and invalid values leave the value as it was.
    init<Value>(
        _ name: String, _ place: any WritableKeyPath<Root, Value> & Sendable,
        _ syntax: FieldSyntax<Value>, _ meaning: String, examples: [JSONValue] = [],
        isInQuery: Bool = true, isClosing: Bool = false
    ) {
        self.init(
            name, syntax.shape, meaning, examples: examples, isInQuery: isInQuery,
            isClosing: isClosing,
            write: { syntax.write($0[keyPath: place]) },
            read: { (fields, root) throws(ConversationError) in
                if let value = try syntax.read(&fields, root[keyPath: place]) {
                    root[keyPath: place] = value
                }
            })
    }

    /// `null` and invalid values remove the value.
    ///
    /// - Parameter fallback: the value that counts then, if the model has one.
    init<Value>(
        _ name: String, optional place: any WritableKeyPath<Root, Value?> & Sendable,
        or fallback: (any KeyPath<Root, Value> & Sendable)? = nil, _ syntax: FieldSyntax<Value>,
        _ meaning: String, examples: [JSONValue] = [], isInQuery: Bool = true,
        isClosing: Bool = false
    ) {
        self.init(
            name, syntax.shape, meaning, examples: examples, isInQuery: isInQuery,
            isClosing: isClosing,
            write: { root in
                (root[keyPath: place] ?? fallback.map { root[keyPath: $0] }).flatMap(syntax.write)
            },
            read: { (fields, root) throws(ConversationError) in
                root[keyPath: place] = try syntax.read(&fields, nil)
            })
    }

    /// What the field is for whoever does not know the model, with its default from `root`.
    func declaration(in root: Root) -> FieldDeclaration {
        FieldDeclaration(
            name: name, shape: shape, meaning: meaning, examples: examples, standard: write(root),
            isInQuery: isInQuery, isClosing: isClosing)
    }

    /// The same field of an object that holds the values of this one.
    func within<Outer>(_ place: any WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
        Field<Outer>(
            name, shape, meaning, examples: examples, isInQuery: isInQuery, isClosing: isClosing,
            write: { write($0[keyPath: place]) },
            read: { (fields, outer) throws(ConversationError) in
                try read(&fields, &outer[keyPath: place])
            })
    }
}

/// A value that an object of fields describes.
protocol FieldObject: Sendable {
    init()
    static var fields: [Field<Self>] { get }
}

extension FieldObject {
    static var declarations: [FieldDeclaration] {
        let standard = Self()
        return fields.map { $0.declaration(in: standard) }
    }
}

extension FieldReader {
    /// Reads an object's fields onto a value; false if it is not an object.
    mutating func object<Value: FieldObject>(
        into value: inout Value
    ) throws(ConversationError) -> Bool {
        guard try beginObject() else { return false }
        while let key = try nextKey() {
            if let field = Value.fields.first(where: { $0.name == key }) {
                try field.read(&self, &value)
            } else {
                try unknown(
                    key, among: Value.fields.map(\.name),
                    closing: Value.fields.lazy.filter(\.isClosing).map(\.name))
            }
        }
        return true
    }
}
