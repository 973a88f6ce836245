/// Bytes on their way to the socket.
struct OutgoingBytes {
    private var storage: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == storage.count }
    var bytes: ArraySlice<UInt8> { storage[start...] }

    /// The usual answer is one piece and is not copied.
    mutating func append(_ more: [UInt8]) {
        if isEmpty {
            storage = more
            start = 0
        } else {
            if start > 0 {
                storage.removeFirst(start)
                start = 0
            }
            storage.append(contentsOf: more)
        }
    }

    mutating func remove(_ count: Int) {
        start += count
        if start == storage.count {
            storage = []
            start = 0
        }
    }
}
