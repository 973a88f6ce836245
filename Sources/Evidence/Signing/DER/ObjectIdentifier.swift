/// An object identifier (X.660), as its DER content.
struct ObjectIdentifier: Sendable, Hashable {
    let bytes: [UInt8]

    /// - Parameter arcs: at least two numbers, as in `1.2.840`.
    init(_ arcs: UInt64...) {
        // The first two numbers are combined (X.690, 8.19.4).
        bytes = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(Self.digits)
    }

    init(_ content: ArraySlice<UInt8>) { bytes = Array(content) }

    /// Encodes seven bits per byte. The highest bit is set in all bytes but the last.
    private static func digits(_ arc: UInt64) -> [UInt8] {
        var digits = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            digits.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return digits.reversed()
    }
}

extension ObjectIdentifier {
    // Content types (RFC 5652, RFC 3161).
    static let data = ObjectIdentifier(1, 2, 840, 113549, 1, 7, 1)
    static let signedData = ObjectIdentifier(1, 2, 840, 113549, 1, 7, 2)
    static let timestampInfo = ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 1, 4)

    // Attributes (RFC 5652, 11; RFC 5035; ETSI EN 319 122-1).
    static let contentType = ObjectIdentifier(1, 2, 840, 113549, 1, 9, 3)
    static let messageDigest = ObjectIdentifier(1, 2, 840, 113549, 1, 9, 4)
    static let signingTime = ObjectIdentifier(1, 2, 840, 113549, 1, 9, 5)
    static let signingCertificateV2 = ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 2, 47)
    static let timestampToken = ObjectIdentifier(1, 2, 840, 113549, 1, 9, 16, 2, 14)

    // Extensions of certificates, revocation lists and their entries (RFC 5280, 4.2 and 5.2; RFC
    // 6960, 4.2.2.2.1).
    static let basicConstraints = ObjectIdentifier(2, 5, 29, 19)
    static let issuingPoint = ObjectIdentifier(2, 5, 29, 28)
    static let distributionPoints = ObjectIdentifier(2, 5, 29, 31)
    static let noCheck = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 5)
    static let basicResponse = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)

    // Digests (RFC 5754; SHA-1 identifies certificates in OCSP).
    static let sha1 = ObjectIdentifier(1, 3, 14, 3, 2, 26)
    static let sha256 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let sha384 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 2)
    static let sha512 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 3)

    // Signatures (RFC 3370, 4055, 5754).
    static let rsa = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 1)
    static let rsaSHA256 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 11)
    static let rsaSHA384 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 12)
    static let rsaSHA512 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 13)
    static let rsaPSS = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 10)
    static let mgf1 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 8)
    static let ecdsaSHA256 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2)
    static let ecdsaSHA384 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3)
    static let ecdsaSHA512 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 4)
}
