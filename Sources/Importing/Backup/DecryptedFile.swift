import Basics

/// A file encrypted with AES-256 in CBC mode, decrypted where it is read: each block depends only on
/// the one before it.
final class DecryptedFile {
    private let source: ByteSource
    private let key: [UInt8]
    private let count: Int
    /// The last encrypted block that was read, so that files of an archive are not read backwards.
    private var last: (end: Int, block: [UInt8])?

    private static let block = 16
    /// The number of bytes that are decrypted at a time.
    private static let piece = 4 << 20

    private init(_ source: ByteSource, key: [UInt8]) {
        self.source = source
        self.key = key
        count = source.count / Self.block * Self.block
    }

    /// - Parameter size: the length of the contents; nil if only the padding states it. Large files
    ///   may have no padding.
    /// - Returns: whether the file is as long as `size` says, too.
    static func bytes(
        of source: ByteSource, key: [UInt8], size: Int?
    ) -> (bytes: ByteSource, isAsLong: Bool) {
        let file = DecryptedFile(source, key: key)
        let isAsLong = size.map { $0 <= file.count && file.count - $0 <= block } ?? true
        let length = isAsLong ? size ?? file.unpadded : file.unpadded
        return (ByteSource(count: length) { file.read($0) }, isAsLong)
    }

    /// The length without padding (PKCS #7), or the whole length if the padding is not valid.
    private var unpadded: Int {
        guard count > 0, let block = read(count - Self.block..<count), let padding = block.last,
            (1...UInt8(Self.block)).contains(padding),
            block.suffix(Int(padding)).allSatisfy({ $0 == padding })
        else { return count }
        return count - Int(padding)
    }

    private func read(_ range: Range<Int>) -> [UInt8]? {
        let start = range.lowerBound / Self.block * Self.block
        let end = min(range.upperBound, start + Self.piece, count)
        let length = (end - start + Self.block - 1) / Self.block * Self.block
        guard start >= 0, end > range.lowerBound else { return nil }
        var before: [UInt8]? = [UInt8](repeating: 0, count: Self.block)
        if start > 0 {
            before =
                last?.end == start
                ? last?.block : source.bytes(Self.block, at: start - Self.block)
        }
        guard let before, let bytes = source.bytes(length, at: start),
            let plain = try? AES.unchained(bytes, key: key, start: before)
        else { return nil }
        last = (start + length, Array(bytes.suffix(Self.block)))
        return Array(plain[(range.lowerBound - start)..<(end - start)])
    }
}
