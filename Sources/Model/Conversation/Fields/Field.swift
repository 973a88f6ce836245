import Basics

/// One field of a request object: its declaration, and how to read and write its value.
struct Field<Root: Sendable>: Sendable {
    typealias Read =
        @Sendable (inout FieldReader, inout Root) -> Void
    /// The object is `inout`, because reading a value by a key path otherwise copies the object: a
    /// message with details took a third longer.
    typealias Put = @Sendable (inout ConversationWriter, inout Root) -> Void

    typealias Change = @Sendable (inout Root, FieldContents, (String) -> String) -> Void
    typealias Complete = @Sendable (inout Root, inout Root) -> Void

    /// The declaration without its default, which depends on the object.
    let declaration: FieldDeclaration
    let read: Read
    let put: Put?
    let contents: FieldContents
    let change: Change
    /// Takes what another object has in addition.
    let complete: Complete?
    private let write: @Sendable (Root) -> JSONValue?
}

extension Field {
    /// `write` returns the default as JSON. The other closures are for fields that are not stored
    /// in one property; `contents` states what their strings are.
    init(
        _ name: String, _ shape: FieldShape, _ meaning: String, examples: [JSONValue] = [],
        isInQuery: Bool = true, isClosing: Bool = false, also aliases: [FieldAlias] = [],
        accepting accepted: [String] = [],
        write: @escaping @Sendable (Root) -> JSONValue? = { _ in nil }, put: Put? = nil,
        contents: FieldContents = [], change: @escaping Change = { _, _, _ in },
        complete: Complete? = nil, read: @escaping Read
    ) {
        self.init(
            declaration: FieldDeclaration(
                name: name, shape: shape, meaning: meaning, examples: examples,
                isInQuery: isInQuery, isClosing: isClosing, aliases: aliases, accepted: accepted),
            read: read, put: put, contents: contents, change: change, complete: complete,
            write: write)
    }

    /// Creates a field that `null` and invalid values leave unchanged.
    init<Value>(
        _ name: String, _ place: any WritableKeyPath<Root, Value> & Sendable,
        _ syntax: FieldSyntax<Value>, _ meaning: String, examples: [JSONValue] = [],
        isInQuery: Bool = true, isClosing: Bool = false, also aliases: [FieldAlias] = [],
        accepting accepted: [String] = []
    ) {
        var complete: Complete?
        if let own = syntax.complete {
            complete = { own(&$0[keyPath: place], $1[keyPath: place]) }
        }
        self.init(
            name, syntax.shape, meaning, examples: examples, isInQuery: isInQuery,
            isClosing: isClosing, also: aliases, accepting: accepted,
            write: { syntax.write($0[keyPath: place]) },
            put: { syntax.put(&$0, name, &$1[keyPath: place]) }, contents: syntax.contents,
            change: { syntax.change(&$0[keyPath: place], $1, $2) },
            complete: complete,
            read: { fields, root in syntax.update(&fields, &root[keyPath: place]) })
    }

    /// Creates a field that `null` and invalid values remove.
    ///
    /// - Parameters:
    ///   - fallback: the value used instead, if the model has one.
    ///   - isKept: whether `null` and invalid values leave the field unchanged.
    init<Value>(
        _ name: String, optional place: any WritableKeyPath<Root, Value?> & Sendable,
        or fallback: (any KeyPath<Root, Value> & Sendable)? = nil, _ syntax: FieldSyntax<Value>,
        _ meaning: String, examples: [JSONValue] = [], isInQuery: Bool = true,
        isClosing: Bool = false, isKept: Bool = false, also aliases: [FieldAlias] = [],
        accepting accepted: [String] = []
    ) {
        self.init(
            name, syntax.shape, meaning, examples: examples, isInQuery: isInQuery,
            isClosing: isClosing, also: aliases, accepting: accepted,
            write: { root in
                (root[keyPath: place] ?? fallback.map { root[keyPath: $0] }).flatMap(syntax.write)
            },
            put: { syntax.put(&$0, name, optional: &$1[keyPath: place]) },
            contents: syntax.contents,
            change: { root, contents, change in
                guard var value = root[keyPath: place] else { return }
                syntax.change(&value, contents, change)
                root[keyPath: place] = value
            },
            complete: { root, other in
                guard let value = other[keyPath: place] else { return }
                guard var own = root[keyPath: place] else { return root[keyPath: place] = value }
                guard let complete = syntax.complete else { return }
                complete(&own, value)
                root[keyPath: place] = own
            },
            read: { fields, root in
                let value = syntax.read(&fields, nil)
                if value != nil || !isKept { root[keyPath: place] = value }
            })
    }

    /// Of the field and its aliases, with the default from `root`.
    // Cold, and otherwise compiled again for each type: see `Fields`.
    @_semantics("optimize.sil.specialize.generic.never")
    func declarations(in root: Root?) -> [FieldDeclaration] {
        declaration.withAliases(standard: root.flatMap(write))
    }

    /// Returns the same field for an object that contains this one's values.
    ///
    /// - Parameter note: records in the outer object that the field is present.
    func within<Outer>(
        _ place: any WritableKeyPath<Outer, Root> & Sendable,
        note: @escaping @Sendable (inout Outer) -> Void = { _ in }
    ) -> Field<Outer> {
        let (write, read, change) = (write, read, change)
        var outerPut: Field<Outer>.Put?
        if let put { outerPut = { put(&$0, &$1[keyPath: place]) } }
        return Field<Outer>(
            declaration: declaration,
            read: { fields, outer in
                note(&outer)
                read(&fields, &outer[keyPath: place])
            }, put: outerPut, contents: contents,
            change: { change(&$0[keyPath: place], $1, $2) }, complete: nil,
            write: { write($0[keyPath: place]) })
    }
}

/// Another documented name of a field.
struct FieldAlias: Sendable, ExpressibleByStringLiteral {
    let name: String
    /// The example, if it differs from the field's own.
    let example: JSONValue?

    init(_ name: String, _ example: JSONValue? = nil) {
        self.name = name
        self.example = example
    }

    init(stringLiteral name: String) { self.init(name) }
}

protocol FieldObject: Sendable {
    init()
    static var fields: Fields<Self> { get }
    /// The names of members that are skipped, because they mean nothing to Chatprint.
    static var ignored: [String] { get }
}

extension FieldObject {
    static var ignored: [String] { [] }

    /// With their defaults.
    static var declarations: [FieldDeclaration] { fields.declarations(in: Self()) }
}

extension FieldObject {
    /// Changes all strings with the stated contents, by the declarations of the fields.
    mutating func map<Failure: Error>(
        _ contents: FieldContents, _ change: (String) throws(Failure) -> String
    ) throws(Failure) {
        var failure: Failure?
        Self.fields.change(&self, contents) { text in
            guard failure == nil else { return text }
            do throws(Failure) {
                return try change(text)
            } catch {
                failure = error
                return text
            }
        }
        if let failure { throw failure }
    }
}

extension FieldReader {
    /// False if the JSON value is not an object.
    mutating func object<Value: FieldObject>(into value: inout Value) -> Bool {
        guard beginObject() else { return false }
        let fields = Value.fields
        while let key = nextKey() {
            if let read = fields.reader(of: key) {
                read(&self, &value)
            } else {
                unknown(key, in: Value.self)
            }
        }
        return true
    }

    mutating func unknown<Value: FieldObject>(_ key: String, in type: Value.Type) {
        if Value.ignored.contains(key) { return skip() }
        let closing = Value.fields.closing
        // Only the request and its parts with settings: messages have millions of unknown members.
        if Value.self == RequestHead.self || !prefix.isEmpty {
            rejectProtection(key, besides: closing, among: Value.fields.names)
        } else {
            rejectRedaction(key, in: Value.fields.names)
        }
        unknown(key, among: Value.fields.names, closing: closing)
    }
}

extension ConversationWriter {
    /// Without a key, the object is an element of an array.
    mutating func object<Value: FieldObject>(_ key: String? = nil, _ value: Value) {
        var value = value
        open(key)
        Value.fields.put(&self, &value)
        close()
    }
}
