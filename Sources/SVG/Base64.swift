/// RFC 4648's base 64, with padding.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var encoded: [UInt8] = []
        encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
        var place = 0
        while place < bytes.count {
            let rest = bytes.count - place
            var word = UInt32(bytes[place]) << 16
            if rest > 1 { word |= UInt32(bytes[place + 1]) << 8 }
            if rest > 2 { word |= UInt32(bytes[place + 2]) }
            encoded.append(alphabet[Int(word >> 18)])
            encoded.append(alphabet[Int(word >> 12 & 63)])
            encoded.append(rest > 1 ? alphabet[Int(word >> 6 & 63)] : 0x3D)
            encoded.append(rest > 2 ? alphabet[Int(word & 63)] : 0x3D)
            place += 3
        }
        return encoded
    }
}
