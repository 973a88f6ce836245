import Basics

/// The digest of bytes that leave the output piece by piece. If memory runs out, `bytes` throws.
struct RunningDigest {
    private var hash = Result { () throws(DigestFailure) in try SHA256() }

    mutating func add(_ bytes: [UInt8]) {
        hash = hash.flatMap { hash in
            Result { () throws(DigestFailure) in
                try hash.update(bytes)
                return hash
            }
        }
    }

    /// Returns thirty-two bytes and ends the digest.
    func bytes() throws(DigestFailure) -> [UInt8] { try hash.get().bytes() }
}
