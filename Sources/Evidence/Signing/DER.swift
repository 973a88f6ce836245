import Basics
import CCrypto

/// The data is not valid DER, or does not have the expected structure.
package struct DERFault: Error, Sendable, Equatable {}

/// ASN.1's distinguished encoding (X.690, 10 and 11), where libcrypto has no function for it.
///
/// Messages are built here: CMS_sign of OpenSSL 3.0 adds a signing time to every signature with
/// attributes (CMS_SignerInfo_sign), which PAdES forbids (ETSI EN 319 142-1, 6.3). It also requires
/// the document instead of its digest, and the key in the same call. A key in another process or in
/// a token could therefore not sign.
enum DER {
    /// The tag of a constructed value `[number]`.
    static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }

    static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let (number, count) = (Int32(tag & 0x1F), Int32(content.count))
        let size = Int(ASN1_object_size(0, count, number))
        var head = [UInt8](repeating: 0, count: max(0, size - content.count))
        unsafe head.withUnsafeMutableBufferPointer {
            var place = $0.baseAddress
            unsafe ASN1_put_object(&place, Int32(tag & 0x20), count, number, Int32(tag & 0xC0))
        }
        return head + content
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { value(0x30, parts.flatMap { $0 }) }

    /// The elements of a set are sorted by their bytes (X.690, 11.6).
    static func setContent(_ elements: [[UInt8]]) -> [UInt8] {
        elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }

    static func set(_ elements: [UInt8]...) -> [UInt8] { value(0x31, setContent(elements)) }

    static func explicit(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
        self.value(context(number), value)
    }

    static func identifier(_ name: Int32) -> [UInt8] {
        encoding { unsafe i2d_ASN1_OBJECT(OBJ_nid2obj(name), $0) }
    }

    static func octets(_ bytes: [UInt8]) -> [UInt8] { value(0x04, bytes) }

    static let null: [UInt8] = [0x05, 0]

    /// - Parameter magnitude: a nonnegative number, with the most significant byte first.
    static func integer(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        let digits = Array(magnitude.drop { $0 == 0 })
        return value(0x02, (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits)
    }

    /// An algorithm with its parameters (RFC 5280, 4.1.1.2).
    static func algorithm(_ name: Int32, _ parameters: [UInt8] = []) -> [UInt8] {
        sequence(identifier(name), parameters)
    }

    /// The bytes that one of libcrypto's encoders (`i2d_…`) returns.
    @safe
    static func encoding(
        of write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
    ) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = unsafe write(&bytes)
        guard count > 0, let start = unsafe bytes else { return [] }
        defer { unsafe bytes_free(start, Int(count)) }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Whether every value has a definite length in its shortest form and no string is in parts.
    /// libcrypto also reads BER, which PAdES forbids and in which one message has many forms.
    static func isDistinguished(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            guard let value = try? DERElement(rest) else { return false }
            let hasValues = value.tag & 0x20 != 0
            let isList = value.tag & 0x1F == 0x10 || value.tag & 0x1F == 0x11
            guard value.tag >= 0x40 || hasValues == isList else { return false }
            rest = rest[(hasValues ? value.content.startIndex : value.whole.endIndex)...]
        }
        return true
    }
}

/// A value for which libcrypto has no accessor.
struct DERElement {
    let tag: UInt8
    let content: ArraySlice<UInt8>
    /// The value including tag and length.
    let whole: ArraySlice<UInt8>

    /// The maximum number of child values, more than in any signature or certificate.
    private static let maxChildren = 10_000

    /// Parses the first of these bytes' values.
    init(_ bytes: ArraySlice<UInt8>) throws(DERFault) {
        var (count, number, kind, head) = (0, Int32(0), Int32(0), 0)
        let result = unsafe bytes.withUnsafeBufferPointer { bytes -> Int32 in
            var place = bytes.baseAddress
            let result = unsafe ASN1_get_object(&place, &count, &number, &kind, bytes.count)
            head = unsafe place.map { unsafe $0 - (bytes.baseAddress ?? $0) } ?? 0
            return result
        }
        // Bit 8 reports an error, bit 1 an indefinite length. Tags above thirty are not used here.
        guard let tag = bytes.first, result & 0x81 == 0, number < 0x1F,
            let length = Int32(exactly: count),
            Int(ASN1_object_size(0, length, number)) == head + count
        else {
            ERR_clear_error()
            throw DERFault()
        }
        self.tag = tag
        whole = bytes.prefix(head + count)
        content = whole.dropFirst(head)
    }

    /// Parses bytes that contain exactly one value.
    init(all bytes: [UInt8]) throws(DERFault) {
        try self.init(bytes[...])
        guard whole.count == bytes.count else { throw DERFault() }
    }

    var children: [DERElement] {
        get throws(DERFault) {
            guard tag & 0x20 != 0 else { throw DERFault() }
            var elements: [DERElement] = []
            var rest = content
            while !rest.isEmpty {
                guard elements.count < Self.maxChildren else { throw DERFault() }
                let element = try DERElement(rest)
                rest = rest[element.whole.endIndex...]
                elements.append(element)
            }
            return elements
        }
    }

    /// The single value inside a `[number]`.
    var only: DERElement {
        get throws(DERFault) {
            let children = try children
            guard children.count == 1 else { throw DERFault() }
            return children[0]
        }
    }

    /// libcrypto's number of an object identifier; nil for an unknown one.
    var identifier: Int32? {
        guard let object = unsafe LibcryptoObject(Array(whole), d2i_ASN1_OBJECT, ASN1_OBJECT_free)
        else { return nil }
        let number = unsafe OBJ_obj2nid(object.pointer)
        return number == NID_undef ? nil : number
    }

    /// The name of an algorithm with its parameters. Others than these kinds are not used.
    func algorithm() throws(DERFault) -> (name: Int32, parameters: DERElement?) {
        let parts = try children
        guard parts.count <= 2, let name = parts.first?.identifier else { throw DERFault() }
        guard parts.count == 2, parts[1].whole != DER.null[...] else { return (name, nil) }
        guard [0x06, 0x30].contains(parts[1].tag) else { throw DERFault() }
        return (name, parts[1])
    }
}

/// An object of libcrypto, freed when nothing refers to it any longer.
///
/// Certificates, lists and keys are shared by many values, so that an owner that cannot be copied
/// would not do.
@safe
final class LibcryptoObject: @unchecked Sendable {
    // Unchecked because of the pointer. The object never changes after it is read, and libcrypto
    // locks everything that it caches.
    let pointer: OpaquePointer
    private let free: (OpaquePointer?) -> Void

    /// What libcrypto takes for each byte that it parses: a list of 838,760 entries in 16 MiB takes
    /// 170 MiB.
    static let bytesPerByte = 12

    typealias Reader = (
        UnsafeMutablePointer<OpaquePointer?>?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int
    ) -> OpaquePointer?

    init(owning pointer: OpaquePointer, _ free: @escaping (OpaquePointer?) -> Void) {
        unsafe (self.pointer, self.free) = (pointer, free)
    }

    /// Returns nil unless the bytes are exactly one object.
    ///
    /// - Parameter read: one of libcrypto's decoders (`d2i_…`).
    convenience init?(
        _ bytes: [UInt8], _ read: Reader, _ free: @escaping (OpaquePointer?) -> Void
    ) {
        var rest = bytes.count
        let pointer = unsafe bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var place = bytes.baseAddress
            let pointer = unsafe read(nil, &place, bytes.count)
            if let place = unsafe place, let start = bytes.baseAddress {
                rest = unsafe bytes.count - (place - start)
            }
            return unsafe pointer
        }
        guard let pointer = unsafe pointer else {
            ERR_clear_error()
            return nil
        }
        unsafe self.init(owning: pointer, free)
        guard rest == 0 else { return nil }
    }

    deinit { unsafe free(pointer) }

    /// The stack does not own the objects; it is nil if no memory is left.
    static func withStack<Result>(
        of objects: [LibcryptoObject], _ body: (OpaquePointer?) -> Result
    ) -> Result {
        let stack = unsafe OPENSSL_sk_new_null()
        defer { unsafe OPENSSL_sk_free(stack) }
        let isFull = objects.allSatisfy {
            unsafe OPENSSL_sk_push(stack, UnsafeRawPointer($0.pointer)) > 0
        }
        return unsafe body(isFull ? stack : nil)
    }
}
