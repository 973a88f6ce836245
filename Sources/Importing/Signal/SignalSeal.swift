import Basics

/// How Signal encrypts each file of a backup folder, and each attachment on a computer: an
/// initialization vector, AES-256 in CBC mode, and an HMAC code of both.
struct SignalSeal: Equatable {
    private let cipherKey: [UInt8]
    private let codeKey: [UInt8]
    /// The number of bytes before padding; nil if the export does not state it.
    private let size: Int?

    private static let vectorLength = 16
    private static let codeLength = 32

    /// - Parameter key: the keys of the cipher and of the code, 32 bytes each.
    init?(key: [UInt8], size: Int?) {
        guard key.count == 64 else { return nil }
        cipherKey = Array(key[..<32])
        codeKey = Array(key[32...])
        self.size = size
    }

    /// Puts the decrypted contents of a file in its place. They are decrypted when they are read.
    func open(_ path: String, in sources: ExportFiles) throws(ImportError) {
        guard sources.index[path] != nil, !sources.isOpened(path),
            let sealed = try sources.sequence(of: path)
        else { return }
        sources.add(path, opened: contents(of: sealed, sources.budget))
    }

    private func contents(of file: ByteSource, _ budget: WorkBudget) -> ByteSource {
        let end = file.count - Self.codeLength
        let length = max(0, end - Self.vectorLength)
        // A file without its size keeps its padding.
        let contents = file.unchained(key: cipherKey, at: 0, count: min(size ?? length, length))
        return contents.verified {
            guard end >= Self.vectorLength, length % 16 == 0,
                let code = file.bytes(Self.codeLength, at: end)
            else { return false }
            return file.hasCode(code, of: 0..<end, key: codeKey, budget: budget)
        }
    }
}
