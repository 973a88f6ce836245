import CZlib

/// Byte by byte, including invalid ones.
struct ZipBuilder {
    /// False statements of the directory about an entry.
    struct Lie {
        var size: UInt32?
        var crc: UInt32?
        var isEncrypted = false
        var method: UInt16?
        var packed: [UInt8]?
    }

    private var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    static func archive(of files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
        var zip = ZipBuilder()
        for file in files { zip.add(file.path, file.bytes) }
        return zip.finish()
    }

    mutating func add(_ name: String, _ content: [UInt8], lie: Lie = Lie()) {
        let offset = UInt32(bytes.count)
        let data = lie.packed ?? content
        var fields: [UInt8] = []
        fields += le16(20) + le16(lie.isEncrypted ? 0x801 : 0x800)
        fields += le16(lie.method ?? 0) + le16(0) + le16(0x2821)
        fields += le32(lie.crc ?? Self.crc(content)) + le32(UInt32(data.count))
        fields += le32(lie.size ?? UInt32(content.count))
        fields += le16(UInt16(name.utf8.count)) + le16(0)
        bytes += le32(0x0403_4B50) + fields + Array(name.utf8) + data
        directory += le32(0x0201_4B50) + le16(20) + fields + le16(0) + le16(0) + le16(0) + le32(0)
        directory += le32(offset) + Array(name.utf8)
        count += 1
    }

    func finish() -> [UInt8] {
        bytes + directory + le32(0x0605_4B50) + le16(0) + le16(0) + le16(count) + le16(count)
            + le32(UInt32(directory.count)) + le32(UInt32(bytes.count)) + le16(0)
    }

    private func le16(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

    private func le32(_ value: UInt32) -> [UInt8] {
        le16(UInt16(value & 0xFFFF)) + le16(UInt16(value >> 16))
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        unsafe UInt32(crc32(0, bytes, UInt32(bytes.count)))
    }
}
