/// Bytes received from a message socket before they are asked for, so that a short frame costs one
/// call of the system instead of one for each of its parts.
package struct ReadAhead: ~Copyable {
    private var room = [UInt8](repeating: 0, count: Self.capacity)
    private var held = 0..<0
    /// The file that came last and nobody has taken.
    private var file: Descriptor?

    private static let capacity = 64 << 10

    package init() {}

    /// Waits for so many bytes. Nil at the end.
    package mutating func take(
        _ count: Int, from socket: MessageSocket
    ) throws(SystemError) -> [UInt8]? {
        guard count <= room.count else { return try takeLong(count, from: socket) }
        if held.lowerBound + count > room.count {
            room.replaceSubrange(0..<held.count, with: room[held])
            held = 0..<held.count
        }
        while held.count < count {
            let moved = try socket.receive(into: &room, at: held.upperBound, fills: false, &file)
            guard moved > 0 else { return nil }
            held = held.lowerBound..<held.upperBound + moved
        }
        defer { held = held.lowerBound + count..<held.upperBound }
        return Array(room[held.prefix(count)])
    }

    /// What does not find room here goes straight to where it is wanted, a part at a time: a length
    /// that is only announced takes no memory.
    private mutating func takeLong(
        _ count: Int, from socket: MessageSocket
    ) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        bytes += room[held]
        held = 0..<0
        while bytes.count < count {
            let received = bytes.count
            bytes += repeatElement(0, count: min(room.count, count - received))
            let moved = try socket.receive(into: &bytes, at: received, fills: true, &file)
            guard received + moved == bytes.count else { return nil }
        }
        return bytes
    }

    /// The file that came with what was received; nil if there was none.
    package mutating func takeFile() -> Descriptor? { file.take() }
}
