/// Finds the fields of an object by name. Separate from the generic `Fields`, because the compiler
/// would repeat this code for each type of object.
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
