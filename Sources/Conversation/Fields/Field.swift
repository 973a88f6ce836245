import JSON

/// One field of a request object: where its value is stored, how to read it, and its reference
/// text.
struct Field<Root: Sendable>: Sendable {
    typealias Read =
        @Sendable (inout FieldReader, inout Root) throws(ConversationError) -> Void

    let name: String
    let read: Read
    /// Whether the field protects something, such as a password. If its name is misspelled, the
    /// request fails, because a warning would come too late.
    let isClosing: Bool
    private let isInQuery: Bool
    private let shape: FieldShape
    private let meaning: String
    private let examples: [JSONValue]
    private let write: @Sendable (Root) -> JSONValue?

    /// - Parameters:
    ///   - isInQuery: whether a query parameter may set the field.
    ///   - write: returns the value as JSON, which also yields the default.
    ///   - read: reads the value, for fields that are not stored in one property.
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

    /// Creates a field that `null` and invalid values leave unchanged.
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

    /// Creates a field that `null` and invalid values remove.
    ///
    /// - Parameter fallback: the value used instead, if the model has one.
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

    /// Returns the declaration of the field, independent of the model type, with the default from
    /// `root`.
    func declaration(in root: Root) -> FieldDeclaration {
        FieldDeclaration(
            name: name, shape: shape, meaning: meaning, examples: examples, standard: write(root),
            isInQuery: isInQuery, isClosing: isClosing)
    }

    /// Returns the same field for an object that contains this one's values.
    func within<Outer>(_ place: any WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
        Field<Outer>(
            name, shape, meaning, examples: examples, isInQuery: isInQuery, isClosing: isClosing,
            write: { write($0[keyPath: place]) },
            read: { (fields, outer) throws(ConversationError) in
                try read(&fields, &outer[keyPath: place])
            })
    }
}

/// A value with declared fields.
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
    /// Reads an object's fields into a value. Returns false if the JSON value is not an object.
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
