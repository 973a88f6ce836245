import Glibc
import Synchronization
package import System

/// A message between the front process and a render process.
package struct Frame: Sendable {
    package enum Kind: UInt32, Sendable {
        /// To a render process: a request, its cancellation, and the reply to `sign`.
        case request = 1
        case cancel
        case signed
        /// From a render process: it has started.
        case ready
        /// From a render process, for a request: a digest to sign.
        case sign
        /// From a render process: a whole response, or its head, pieces and end; `broken` if the
        /// response will not be completed, with the problem if there is one.
        case response, head, piece, end, broken
        /// From a render process, for a request: the progress of its render, and whether it is
        /// small after all, or large.
        case progress, small, large
    }

    package let kind: Kind
    /// The request's number.
    package let number: UInt32
    /// Packed facts about the body.
    package let facts: [UInt8]
    package let body: ArraySlice<UInt8>

    package init(
        _ kind: Kind, _ number: UInt32 = 0, facts: [UInt8] = [], body: ArraySlice<UInt8> = []
    ) {
        self.kind = kind
        self.number = number
        self.facts = facts
        self.body = body
    }

    /// The bytes before the body.
    var head: [UInt8] {
        var head = announcement(isStored: false)
        head.raw(facts)
        return head.bytes
    }

    /// The bytes to send if a memory file carries the facts and the body.
    var storedHead: [UInt8] { announcement(isStored: true).bytes }

    private func announcement(isStored: Bool) -> PackedWriter {
        var head = PackedWriter(capacity: Self.headBytes + (isStored ? 0 : facts.count))
        head.number(kind.rawValue | (isStored ? Self.stored : 0))
        head.number(number)
        head.number(UInt32(facts.count))
        head.number(UInt32(body.count))
        return head
    }

    /// The contents of a frame's head.
    struct Announcement {
        let kind: Kind
        let number: UInt32
        let facts: Int
        let body: Int
        /// Whether the facts and the body are in a file that came with the head.
        let isStored: Bool

        init?(_ head: [UInt8]) {
            var reader = PackedReader(head)
            guard let word = reader.number(), let kind = Kind(rawValue: word & ~Frame.stored),
                let number = reader.number(), let facts = reader.number(),
                let body = reader.number(), facts <= Frame.maxFacts, body <= Frame.maxBody
            else { return nil }
            (self.kind, self.number) = (kind, number)
            (self.facts, self.body) = (Int(facts), Int(body))
            isStored = word & Frame.stored != 0
        }
    }

    /// The bit of the kind field that announces a file.
    private static let stored: UInt32 = 1 << 31
    static let headBytes = 16
    /// The maximum sizes of the facts and the body. This program's frames are smaller, so a larger
    /// one is a protocol error.
    private static let maxFacts = 16 << 20
    package static let maxBody = 1 << 30
}

/// Encodes values as bytes for another process of this program.
package struct PackedWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package mutating func number(_ value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    package mutating func integer(_ value: Int) {
        number(UInt32(truncatingIfNeeded: value))
        number(UInt32(truncatingIfNeeded: value >> 32))
    }

    package mutating func seconds(_ value: Double?) {
        integer(Int(bitPattern: UInt(value?.bitPattern ?? Double.nan.bitPattern)))
    }

    package mutating func text(_ value: String) {
        integer(value.utf8.count)
        bytes += value.utf8
    }

    package mutating func slice(_ value: ArraySlice<UInt8>) {
        integer(value.count)
        bytes += value
    }

    package mutating func optional(_ value: String?) {
        integer(value == nil ? 0 : 1)
        if let value { text(value) }
    }

    package mutating func raw(_ packed: [UInt8]) { bytes += packed }

    package mutating func list<Element>(
        _ elements: some Collection<Element>, _ write: (inout PackedWriter, Element) -> Void
    ) {
        integer(elements.count)
        for element in elements { write(&self, element) }
    }
}

/// Decodes packed values. Returns nil for invalid bytes, which a compromised process may send.
package struct PackedReader {
    private let bytes: [UInt8]
    private var place = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func number() -> UInt32? {
        guard bytes.count - place >= 4 else { return nil }
        var value: UInt32 = 0
        for index in 0..<4 { value |= UInt32(bytes[place + index]) << (8 * index) }
        place += 4
        return value
    }

    package mutating func integer() -> Int? {
        guard let low = number(), let high = number() else { return nil }
        return Int(truncatingIfNeeded: UInt64(high) << 32 | UInt64(low))
    }

    /// Reads an integer from 0 to 2^32, a bound at which two billion of them can be added without
    /// overflow.
    package mutating func count() -> Int? {
        integer().flatMap { (0...1 << 32).contains($0) ? $0 : nil }
    }

    package mutating func seconds() -> Double?? {
        guard let bits = integer() else { return nil }
        let value = Double(bitPattern: UInt64(UInt(bitPattern: bits)))
        guard !value.isInfinite else { return nil }
        return .some(value.isNaN ? nil : value)
    }

    package mutating func slice() -> ArraySlice<UInt8>? {
        guard let count = integer(), count >= 0, count <= bytes.count - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    package mutating func text() -> String? {
        guard let slice = slice() else { return nil }
        // ASCII, the usual case, is decoded in a tenth of the time.
        return slice.allSatisfy { $0 < 0x80 }
            ? String(decoding: slice, as: UTF8.self)
            : String(validating: slice, as: UTF8.self)
    }

    package mutating func optional() -> String?? {
        switch integer() {
        case 0: .some(nil)
        case 1: text().map { .some($0) }
        default: nil
        }
    }

    package mutating func list<Element>(
        _ read: (inout PackedReader) -> Element?
    ) -> [Element]? {
        guard let count = integer(), count >= 0 else { return nil }
        var elements: [Element] = []
        for _ in 0..<count {
            guard let element = read(&self) else { return nil }
            elements.append(element)
        }
        return elements
    }
}

/// Sends and receives frames over a pair of sockets. Several threads may send, but only one may
/// receive.
package final class FrameSocket: Sendable {
    private let socket: MessageSocket
    private let sending = Mutex(())
    private let receiving = Mutex(ReadAhead())
    private let receivesRequests: Bool

    /// - Parameter receivesRequests: false in the front process, which reads no files of render
    ///   processes.
    package init(_ socket: MessageSocket, receivesRequests: Bool = true) {
        self.socket = socket
        self.receivesRequests = receivesRequests
    }

    /// - Parameters:
    ///   - file: a file with the facts and the body; only the head is then sent as bytes.
    ///   - waits: whether to wait until the socket has room. Otherwise sending to a full socket
    ///     fails.
    package func send(
        _ frame: Frame, in file: MemoryFile? = nil, waits: Bool = true
    ) throws(SystemError) {
        let head = file == nil ? frame.head : frame.storedHead
        let body = file == nil ? frame.body : []
        try sending.withLock { _ throws(SystemError) in
            try socket.send(head, body, with: file, waits: waits)
        }
    }

    /// Waits for the next frame. Returns nil at the end of the input, even in the middle of a
    /// frame. If the head of a request announces a file, reads the facts and the body from that
    /// file.
    package func receive() throws(SystemError) -> Frame? {
        try receiving.withLock { incoming throws(SystemError) in
            guard let head = try incoming.take(Frame.headBytes, from: socket) else { return nil }
            guard let announced = Frame.Announcement(head),
                announced.kind == .request ? receivesRequests : !announced.isStored
            else { throw SystemError("frame", code: EBADMSG) }
            if announced.isStored {
                guard let file = incoming.takeFile() else {
                    throw SystemError("frame", code: EBADMSG)
                }
                let (facts, body) = try MemoryFile.contents(
                    of: file, announced.facts, announced.body)
                return Frame(.request, announced.number, facts: facts, body: body[...])
            }
            guard let facts = try incoming.take(announced.facts, from: socket),
                let body = try incoming.take(announced.body, from: socket)
            else { return nil }
            return Frame(announced.kind, announced.number, facts: facts, body: body[...])
        }
    }

    package func finishSending() { socket.finishSending() }
}

/// Receives small requests. Any number of threads may receive: each packet wakes one of them, which
/// renders the request itself.
package final class PacketReceiver: Sendable {
    private let arrivals: PacketArrivals

    private static let maxPacket = 64 << 10

    package init(_ socket: MessageSocket) throws(SystemError) {
        arrivals = try PacketArrivals(at: socket)
    }

    /// Waits for the next request. Returns nil at the end of the input.
    package func receive() throws(SystemError) -> Frame? {
        guard let packet = try arrivals.next(atMost: Self.maxPacket) else { return nil }
        guard let announced = Frame.Announcement(packet), announced.kind == .request,
            !announced.isStored, packet.count == Frame.headBytes + announced.facts + announced.body
        else { throw SystemError("request", code: EBADMSG) }
        let body = Frame.headBytes + announced.facts
        return Frame(
            .request, announced.number, facts: Array(packet[Frame.headBytes..<body]),
            body: packet[body...])
    }
}

/// Sends small requests, one packet each.
package final class PacketSocket: Sendable {
    private let socket: MessageSocket

    /// The maximum size of a request's facts and body. All requests that a process handles at once
    /// fit in the socket's buffer.
    static let maxBody = 8 << 10

    package init(_ socket: MessageSocket) { self.socket = socket }

    func send(_ request: Frame) throws(SystemError) {
        try socket.send(request.head, request.body, waits: false)
    }

    func finishSending() { socket.finishSending() }
}
