/// A receive buffer of a message socket. A short frame costs one system call instead of one for
/// each part.
package struct ReadAhead: ~Copyable {
    private var room = [UInt8](repeating: 0, count: Self.capacity)
    private var held = 0..<0
    /// The last file received and not yet taken.
    private var file: Descriptor?

    private static let capacity = 64 << 10

    package init() {}

    /// Waits for this number of bytes. Returns nil at the end of the input.
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

    /// Reads more bytes than the buffer holds. An announced length only reserves address space; at
    /// most twice the memory of the received bytes is used.
    private mutating func takeLong(
        _ count: Int, from socket: MessageSocket
    ) throws(SystemError) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        bytes += room[held]
        held = 0..<0
        while bytes.count < count {
            let received = bytes.count
            bytes += repeatElement(0, count: min(max(room.count, received), count - received))
            let moved = try socket.receive(into: &bytes, at: received, fills: true, &file)
            guard received + moved == bytes.count else { return nil }
        }
        return bytes
    }

    /// Takes the file received with the bytes; nil if there was none.
    package mutating func takeFile() -> Descriptor? { file.take() }
}
