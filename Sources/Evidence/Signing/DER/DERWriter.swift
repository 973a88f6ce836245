/// Encodes values in ASN.1's distinguished encoding (X.690, 10 and 11).
///
/// Signatures cover these bytes, so messages are encoded here and not by libcrypto. CMS_sign of
/// OpenSSL 3.0 adds a signing time to every signature with attributes (CMS_SignerInfo_sign), which
/// PAdES forbids (ETSI EN 319 142-1, 6.3). It also requires the document instead of its digest, and
/// the key in the same call. A key in another process or in a token could therefore not sign. All
/// cryptography is done by libcrypto.
enum DER {
    enum Tag: UInt8 {
        case boolean = 0x01
        case integer = 0x02
        case bits = 0x03
        case octets = 0x04
        case null = 0x05
        case identifier = 0x06
        case enumerated = 0x0A
        case utcTime = 0x17
        case generalizedTime = 0x18
        case sequence = 0x30
        case set = 0x31

        /// The tag of a constructed value `[number]`, identified by its position in a sequence.
        static func context(_ number: UInt8) -> UInt8 { 0xA0 | number }
    }

    static func value(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        var bytes = [tag]
        let count = content.count
        if count < 0x80 {
            bytes.append(UInt8(count))
        } else {
            let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
                .drop { $0 == 0 }
            bytes.append(0x80 | UInt8(digits.count))
            bytes += digits
        }
        return bytes + content
    }

    static func value(_ tag: Tag, _ content: some Collection<UInt8>) -> [UInt8] {
        value(tag.rawValue, content)
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] {
        value(.sequence, parts.flatMap { $0 })
    }

    /// Encodes a set, whose elements are sorted by their bytes (X.690, 11.6).
    static func setContent(_ elements: [[UInt8]]) -> [UInt8] {
        elements.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }

    static func set(_ elements: [UInt8]...) -> [UInt8] { value(.set, setContent(elements)) }

    static func explicit(_ number: UInt8, _ value: [UInt8]) -> [UInt8] {
        self.value(Tag.context(number), value)
    }

    static func identifier(_ name: ObjectIdentifier) -> [UInt8] { value(.identifier, name.bytes) }

    static func octets(_ bytes: some Collection<UInt8>) -> [UInt8] { value(.octets, bytes) }

    static let null: [UInt8] = [Tag.null.rawValue, 0]

    static let yes: [UInt8] = [Tag.boolean.rawValue, 1, 0xFF]

    /// Encodes a nonnegative number, given with the most significant byte first.
    static func integer(_ magnitude: some Collection<UInt8>) -> [UInt8] {
        let digits = magnitude.drop { $0 == 0 }
        guard let first = digits.first else { return value(.integer, [0]) }
        return value(.integer, (first >= 0x80 ? [0] : []) + Array(digits))
    }

    static func integer(_ number: UInt32) -> [UInt8] {
        integer((0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    /// Encodes an algorithm and its parameters (RFC 5280, 4.1.1.2).
    static func algorithm(_ name: ObjectIdentifier, _ parameters: [UInt8] = []) -> [UInt8] {
        sequence(identifier(name), parameters)
    }
}
