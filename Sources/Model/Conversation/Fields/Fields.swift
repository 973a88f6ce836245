/// The fields of a request object, in the order in which they are written and documented.
///
/// A class, because each object that is read retains it once.
final class Fields<Root: Sendable>: Sendable, ExpressibleByArrayLiteral {
    let list: [Field<Root>]
    private let puts: [Field<Root>.Put]
    private let index: FieldIndex

    init(_ list: [Field<Root>]) {
        self.list = list
        puts = list.compactMap(\.put)
        index = FieldIndex(list.map(\.declaration))
    }

    convenience init(arrayLiteral list: Field<Root>...) { self.init(list) }

    /// The documented names.
    var names: [String] { index.names }
    /// The names of fields that protect something.
    var closing: [String] { index.closing }

    /// Returns the closure that reads the field with this name.
    func reader(of name: String) -> Field<Root>.Read? {
        index.place(of: name).map { list[$0].read }
    }

    /// Writes the members that have a value.
    func put(_ writer: inout ConversationWriter, _ root: inout Root) {
        for put in puts { put(&writer, &root) }
    }

    /// - Parameter root: a value with the defaults, or nil if defaults are not documented.
    func declarations(in root: Root? = nil) -> [FieldDeclaration] {
        list.flatMap { $0.declarations(in: root) }
    }
}

/// Finds the fields of an object by name. Apart from `Fields`, because the compiler would repeat it
/// for each type of object.
struct FieldIndex: Sendable {
    let names: [String]
    let closing: [String]
    private let known: [(name: String, place: Int)]
    /// The indices in `known`, plus one, by the hash of the name, so that reading a member takes
    /// about one comparison. Collisions are in the next free slots.
    private let slots: [UInt8]

    init(_ fields: [FieldDeclaration]) {
        names = fields.flatMap { [$0.name] + $0.aliases.map(\.name) }
        closing = fields.filter(\.isClosing).map(\.name)
        known = fields.enumerated().flatMap { place, field in field.names.map { ($0, place) } }
        var slots = [UInt8](repeating: 0, count: 256)
        for index in known.indices {
            var slot = Self.hash(known[index].name)
            while slots[Int(slot)] != 0 { slot &+= 1 }
            slots[Int(slot)] = UInt8(index + 1)
        }
        self.slots = slots
    }

    /// Returns the position of the field with this name.
    func place(of name: String) -> Int? {
        var slot = Self.hash(name)
        while slots[Int(slot)] != 0 {
            let index = Int(slots[Int(slot)]) - 1
            if known[index].name == name { return known[index].place }
            slot &+= 1
        }
        return nil
    }

    private static func hash(_ name: String) -> UInt8 {
        var hash: UInt8 = 0
        for byte in name.utf8 { hash = (hash &<< 3 | hash &>> 5) ^ byte }
        return hash
    }
}
