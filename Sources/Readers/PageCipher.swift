package import Basics

/// The pages of a database that SQLCipher 4 encrypted with a raw key. Each page, in the file and in
/// its log, ends with an initialization vector and an HMAC code.
/// https://www.zetetic.net/sqlcipher/design/
package struct PageCipher {
    private let key: [UInt8]
    private let codeKey: [UInt8]

    private static let pageSize = 4096
    /// The first page begins with the salt in place of the mark of a database.
    private static let saltLength = 16
    private static let vectorLength = 16
    private static let codeLength = 64

    /// Returns nil if the key does not open the first page of the database.
    ///
    /// - Parameter key: 32 bytes.
    package init?(key: [UInt8], of file: ByteSource) {
        guard key.count == 32, let page = file.bytes(Self.pageSize, at: 0),
            let codeKey = PBKDF2.key(
                from: key, salt: page[..<Self.saltLength].map { $0 ^ 0x3A }, rounds: 2, .sha512,
                count: 32)
        else { return nil }
        self.key = key
        self.codeKey = codeKey
        guard open(0, page[...]) != nil else { return nil }
    }

    /// Decrypts a page. Returns nil if its code is wrong.
    func open(_ number: Int, _ page: ArraySlice<UInt8>) -> [UInt8]? {
        guard page.count == Self.pageSize else { return nil }
        let start = page.startIndex + (number == 0 ? Self.saltLength : 0)
        let end = page.endIndex - Self.codeLength
        let place = UInt32(truncatingIfNeeded: number + 1)
        let counted =
            page[start..<end] + (0..<4).map { UInt8(truncatingIfNeeded: place >> (8 * $0)) }
        guard let code = HMAC.code(of: Array(counted), key: codeKey, .sha512),
            HMAC.areEqual(code, Array(page[end...])),
            let plain = try? AES.unchained(
                Array(page[start..<end - Self.vectorLength]), key: key,
                start: Array(page[(end - Self.vectorLength)..<end]))
        else { return nil }
        let mark = number == 0 ? Array("SQLite format 3\0".utf8) : []
        return mark + plain + page[(end - Self.vectorLength)...]
    }

    /// The database, whose pages are decrypted when they are read.
    func opened(_ file: ByteSource) -> ByteSource {
        let size = Self.pageSize
        return ByteSource(count: file.count / size * size) { range in
            let first = range.lowerBound / size
            let last = min((range.upperBound + size - 1) / size, first + ByteSource.length / size)
            guard let sealed = file.bytes((last - first) * size, at: first * size) else {
                return nil
            }
            var plain: [UInt8] = []
            plain.reserveCapacity(sealed.count)
            for page in first..<last {
                let start = (page - first) * size
                guard let opened = open(page, sealed[start..<start + size]) else { return nil }
                plain += opened
            }
            let start = range.lowerBound - first * size
            return Array(plain[start..<min(plain.count, start + range.count)])
        }
    }
}
