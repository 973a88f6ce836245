import Basics

/// An RFC 3161 token: an authority's statement that a digest existed at a time.
struct TimestampToken {
    private let message: ParsedSignedData
    private let digest: SignatureScheme.Digest
    private let imprint: [UInt8]
    /// The time as encoded: `20261123093000Z`, possibly with fractions of a second.
    private let time: String
    /// The time in seconds since 1970.
    let seconds: Int
    /// The nonce including tag and length; nil if there is none.
    let nonce: [UInt8]?

    /// The subject of the authority's certificate.
    var authority: String? { message.signer?.subject }

    /// Whether a certificate in the token does not verify with its issuer's.
    var hasBrokenCertificate: Bool { message.hasBrokenCertificate }
    /// The number of certificates in the token that nothing confirms.
    var uncoveredCertificates: Int { message.uncoveredCertificates }

    /// - Parameter isPadded: whether zeros may follow the token, as in the space reserved in a
    ///   document.
    init(_ bytes: [UInt8], isPadded: Bool = false) throws(TimestampFault) {
        do throws(DERFault) {
            message = try ParsedSignedData(bytes)
            guard isPadded || message.isWhole(bytes) else { throw DERFault() }
            guard message.contentType == .timestampInfo, let content = message.content else {
                throw DERFault()
            }
            var info = try DERSequence(DERElement(all: content))
            _ = try info.next(.integer)
            _ = try info.next(.identifier)
            var imprint = try DERSequence(info.next(.sequence))
            var kind = try DERSequence(imprint.next(.sequence))
            guard let digest = SignatureScheme.Digest(try kind.next().identifier) else {
                throw DERFault()
            }
            self.digest = digest
            self.imprint = Array(try imprint.next(.octets).content)
            _ = try info.next(.integer)
            let time = try info.next(.generalizedTime).content
            guard time.count >= 15, time.last == UInt8(ascii: "Z"),
                time.prefix(14).allSatisfy(ASCII.isDigit)
            else { throw DERFault() }
            self.time = String(decoding: time, as: UTF8.self)
            seconds = try DERElement(
                DER.value(.generalizedTime, time.prefix(14) + [UInt8(ascii: "Z")])[...]
            ).seconds
            _ = info.take(.sequence)
            _ = info.take(.boolean)
            nonce = info.take(.integer).map { Array($0.whole) }
        } catch {
            throw .unreadable
        }
    }

    var signer: Certificate? { message.signer }
    var certificates: [Certificate] { message.certificates }

    /// The time in ISO 8601: `2026-11-23T09:30:00Z`.
    var moment: String {
        let digits = Array(time)
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
            + "\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
    }

    func expect(imprint: [UInt8]) throws(TimestampFault) {
        guard digest == .sha256, self.imprint == imprint else { throw .otherImprint }
        guard isSignedRight else { throw .badSignature }
    }

    /// Checks that the token is about these bytes, such as a signature, and verifies with its own
    /// certificate.
    func expect(
        over one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8> = []
    ) throws(TimestampFault) {
        guard let seen = digest.digest(of: one, other), seen == imprint else {
            throw .otherImprint
        }
        guard isSignedRight else { throw .badSignature }
    }

    private var isSignedRight: Bool {
        guard let content = message.content, let signer = message.signer else { return false }
        return message.signedDigest == message.digest(of: content[...]) && message.isConsistent
            && message.isSignedRight && signer.isForTimestamps
    }
}
