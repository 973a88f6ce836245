/// Reads scalars from valid UTF-8, such as a Swift string's.
enum UTF8Reading {
    static func scalar(
        in bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (value: UInt32, length: Int) {
        let lead = unsafe UInt32(bytes[index])
        if lead < 0x80 { return (lead, 1) }
        func next(_ distance: Int) -> UInt32 { unsafe UInt32(bytes[index &+ distance]) & 0x3F }
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | next(1), 2) }
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
        return ((lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
    }

    static func isBoundary(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index < bytes.count else { return index == bytes.count }
        return unsafe bytes[index] & 0xC0 != 0x80
    }

    static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for index in 0..<bytes.count where unsafe bytes[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }
}
