import CCrypto
import Synchronization

/// A password or key of a caller. Its bytes are overwritten when the last owner releases it, and no
/// description shows them.
///
/// `@unchecked Sendable`: the bytes do not change between `init` and `deinit`, and a mutex guards
/// what was derived from them.
@safe
package final class Secret: @unchecked Sendable, Equatable, CustomStringConvertible,
    CustomReflectable
{
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// Keys that took long to derive, by what they depend on beside the bytes.
    private let derived = Mutex<[[UInt8]: Secret]>([:])

    /// Copies the bytes, and overwrites those of the caller.
    package init(taking bytes: inout [UInt8]) {
        unsafe self.bytes = .allocate(capacity: bytes.count)
        _ = unsafe self.bytes.initialize(fromContentsOf: bytes)
        unsafe OPENSSL_cleanse(&bytes, bytes.count)
        bytes = []
    }

    deinit {
        unsafe OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        unsafe bytes.deallocate()
    }

    /// Reads a file of a password or key: its first line if it is a text, otherwise all of it.
    package convenience init(file bytes: inout [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        // Java's serialized form of the key files of WhatsApp.
        if !bytes.starts(with: [0xAC, 0xED]) {
            let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            for index in end..<bytes.count { bytes[index] = 0 }
            bytes.removeSubrange(end...)
        }
        self.init(taking: &bytes)
    }

    /// Lends a copy of the bytes, which is overwritten afterwards.
    package func use<Result, Failure: Error>(
        _ body: ([UInt8]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var copy = unsafe [UInt8](bytes)
        defer { unsafe OPENSSL_cleanse(&copy, copy.count) }
        return try body(copy)
    }

    /// Lends the bytes for deriving a key, unless this secret has the key of this salt already.
    ///
    /// - Parameter salt: all that the key depends on beside the bytes.
    package func key<Failure: Error>(
        for salt: [UInt8], _ derive: ([UInt8]) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [UInt8] {
        if let known = derived.withLock({ $0[salt] }) { return known.use { $0 } }
        let key = try use(derive)
        var copy = key
        derived.withLock { $0[salt] = Secret(taking: &copy) }
        return key
    }

    package static func == (one: Secret, other: Secret) -> Bool {
        one.use { one in other.use { HMAC.areEqual(one, $0) } }
    }

    package var description: String { "a secret" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
