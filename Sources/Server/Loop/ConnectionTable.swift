/// The open connections by slot. A token names one of them for ever: what is meant for a connection
/// that has gone never reaches the one that got its slot, as it would if descriptors were the key.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [Int] = []

    private(set) var count = 0

    subscript(token: UInt64) -> Connection? {
        let slot = Token.slot(token)
        guard slot < slots.count, let connection = slots[slot], connection.token == token else {
            return nil
        }
        return connection
    }

    func connection(at slot: Int) -> Connection? { slots[slot] }

    var all: [Connection] { slots.compactMap(\.self) }

    /// A token for the connection that is inserted next.
    mutating func newToken() -> UInt64 {
        if free.isEmpty {
            free.append(slots.count)
            slots.append(nil)
            generations.append(0)
        }
        let slot = free.removeLast()
        generations[slot] &+= 1
        return Token.connection(slot: slot, generation: generations[slot])
    }

    mutating func insert(_ connection: Connection) {
        slots[connection.slot] = connection
        count += 1
    }

    /// False when it had gone before.
    mutating func remove(_ connection: Connection) -> Bool {
        guard self[connection.token] === connection else { return false }
        slots[connection.slot] = nil
        free.append(connection.slot)
        count -= 1
        return true
    }
}
