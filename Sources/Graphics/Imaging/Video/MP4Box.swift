/// A box of an MP4: a length, a type and the content.
struct MP4Box {
    let bytes: [UInt8]

    init(type: [UInt8], _ inside: [UInt8]) {
        bytes = BigEndian.bytes(inside.count + 8, 4) + type + inside
    }

    init(_ type: String, _ inside: [UInt8]) { self.init(type: Array(type.utf8), inside) }

    init(_ type: String, version: Int, flags: Int, _ inside: [UInt8]) {
        self.init(type, BigEndian.bytes(version << 24 | flags, 4) + inside)
    }
}
