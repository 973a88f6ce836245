/// Bytes that are decrypted while they are read, so that a file of any size needs little memory.
extension ByteSource {
    /// The most that is decrypted at a time.
    private static let maxDecrypted = 1 << 20

    /// Decrypts AES-256 in CBC mode. The bytes must have been verified.
    ///
    /// - Parameters:
    ///   - place: of the initialization vector, which the first block follows; nil for zeros, which
    ///     are not stored.
    ///   - count: the number of decrypted bytes, without padding.
    package func unchained(key: [UInt8], at place: Int?, count: Int) -> ByteSource {
        let source = self
        let first = place.map { $0 + 16 } ?? 0
        // The last block that was read, so that files of archives are not read backwards.
        var last: (end: Int, block: [UInt8])?
        return ByteSource(count: count) { range in
            let (blocks, within) = Self.blocks(of: range)
            let start = first + blocks.start * 16
            // Each block needs the one before it.
            let before =
                if let last, last.end == start { Optional(last.block) } else if start == 0 {
                    [UInt8](repeating: 0, count: 16)
                } else { source.bytes(16, at: start - 16) }
            guard !range.isEmpty, let before,
                let bytes = source.bytes(blocks.count * 16, at: start),
                let plain = try? AES.unchained(bytes, key: key, start: before)
            else { return nil }
            last = (start + bytes.count, Array(bytes.suffix(16)))
            return Array(plain[within])
        }
    }

    /// Decrypts AES-256 in CTR mode. The bytes must have been verified.
    ///
    /// - Parameter start: the counter of the block at `place`.
    package func counted(
        key: [UInt8], start: [UInt8], at place: Int, count: Int
    ) -> ByteSource {
        let source = self
        return ByteSource(count: count) { range in
            let (blocks, within) = Self.blocks(of: range)
            let length = min(blocks.count * 16, count - blocks.start * 16)
            guard let bytes = source.bytes(length, at: place + blocks.start * 16) else {
                return nil
            }
            var counter = start
            var carry = blocks.start
            for index in counter.indices.reversed() where carry > 0 {
                carry += Int(counter[index])
                counter[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            let plain = try? AES.counted(bytes, key: key, start: counter)
            return plain.map { Array($0[within]) }
        }
    }

    /// The blocks of a prefix of a range, and where it is in them.
    private static func blocks(
        of range: Range<Int>
    ) -> (blocks: (start: Int, count: Int), within: Range<Int>) {
        let end = min(range.upperBound, range.lowerBound + maxDecrypted)
        let start = range.lowerBound / 16
        let first = range.lowerBound - start * 16
        return ((start, (end - start * 16 + 15) / 16), first..<first + end - range.lowerBound)
    }

    /// These bytes, which are readable only if a check succeeds that runs once, before the first of
    /// them is read.
    package func verified(by check: @escaping () -> Bool) -> ByteSource {
        let source = self
        var outcome: Bool?
        return ByteSource(count: count) { range in
            let isValid = outcome ?? check()
            outcome = isValid
            return isValid ? source.read(range) : nil
        }
    }

    /// Whether bytes have an HMAC code with SHA-256, which may be shortened.
    ///
    /// - Parameter opening: bytes that the code covers before those of the range.
    package func hasCode(
        _ code: [UInt8], of range: Range<Int>, after opening: [UInt8] = [], key: [UInt8],
        budget: WorkBudget
    ) -> Bool {
        guard !code.isEmpty, let stream = try? HMACStream(key: key),
            (try? stream.update(opening)) != nil
        else { return false }
        var place = range.lowerBound
        while place < range.upperBound {
            let length = min(Self.length, range.upperBound - place)
            guard budget.mayContinue, let piece = bytes(length, at: place),
                (try? stream.update(piece)) != nil
            else { return false }
            place += length
        }
        guard let computed = try? stream.code() else { return false }
        return HMAC.areEqual(Array(computed.prefix(code.count)), code)
    }
}
