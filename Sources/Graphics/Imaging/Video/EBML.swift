/// Writes elements of EBML (RFC 8794): an ID, a length and the content.
enum EBML {
    static func element(_ name: Int, _ inside: [UInt8]) -> [UInt8] {
        // A length has seven bits per byte. All of them set would mean an unknown length.
        var count = 1
        while inside.count >= 1 << (7 * count) - 1 { count += 1 }
        return shortest(name) + BigEndian.bytes(inside.count | 1 << (7 * count), count) + inside
    }

    static func number(_ name: Int, _ value: Int) -> [UInt8] { element(name, shortest(value)) }

    static func signed(_ name: Int, _ value: Int) -> [UInt8] {
        element(name, BigEndian.bytes(value, 4))
    }

    static func real(_ name: Int, _ value: Double) -> [UInt8] {
        element(name, BigEndian.bytes(Int(truncatingIfNeeded: value.bitPattern), 8))
    }

    static func text(_ name: Int, _ value: String) -> [UInt8] { element(name, Array(value.utf8)) }

    private static func shortest(_ value: Int) -> [UInt8] {
        var count = 1
        while count < 8, value >> (8 * count) != 0 { count += 1 }
        return BigEndian.bytes(value, count)
    }
}
