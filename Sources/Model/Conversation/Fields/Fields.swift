/// The fields of a request object, in the order in which they are written and documented.
///
/// A class, because each object that is read retains it once.
final class Fields<Root: Sendable>: Sendable, ExpressibleByArrayLiteral {
    let list: [Field<Root>]
    private let puts: [Field<Root>.Put]
    private let index: FieldIndex
    let contents: FieldContents
    private let completes: [Field<Root>.Complete]
    private let changes: [(contents: FieldContents, change: Field<Root>.Change)]

    // Cold, and otherwise compiled again for each of 43 types.
    @_semantics("optimize.sil.specialize.generic.never")
    init(_ list: [Field<Root>]) {
        self.list = list
        puts = list.compactMap(\.put)
        index = FieldIndex(list.map(\.declaration))
        completes = list.compactMap(\.complete)
        contents = list.reduce([]) { $0.union($1.contents) }
        changes = list.filter { !$0.contents.isEmpty }.map { ($0.contents, $0.change) }
    }

    convenience init(arrayLiteral list: Field<Root>...) { self.init(list) }

    /// The documented names.
    var names: [String] { index.names }
    /// The names of fields that protect something.
    var closing: [String] { index.closing }

    func reader(of name: String) -> Field<Root>.Read? {
        index.place(of: name).map { list[$0].read }
    }

    func put(_ writer: inout ConversationWriter, _ root: inout Root) {
        for put in puts { put(&writer, &root) }
    }

    func complete(_ root: inout Root, with other: Root) {
        var other = other
        for complete in completes { complete(&root, &other) }
    }

    func change(_ root: inout Root, _ contents: FieldContents, _ change: (String) -> String) {
        for field in changes where !field.contents.isDisjoint(with: contents) {
            field.change(&root, contents, change)
        }
    }

    /// - Parameter root: a value with the defaults, or nil if defaults are not documented.
    @_semantics("optimize.sil.specialize.generic.never")
    func declarations(in root: Root? = nil) -> [FieldDeclaration] {
        list.flatMap { $0.declarations(in: root) }
    }
}
