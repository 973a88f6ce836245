import CCrypto

/// The statements of an OCSP responder about certificates (RFC 6960, 4.2).
struct OCSPResponse: Sendable {
    enum Status: Sendable, Equatable {
        case good
        /// - Parameter at: the time in seconds since 1970.
        case revoked(at: Int)
        case unknown
    }

    /// The statement about one certificate.
    struct Answer: Sendable {
        fileprivate let digest: Digest
        fileprivate let issuerName: [UInt8]
        fileprivate let issuerKey: [UInt8]
        fileprivate let serial: [UInt8]
        let status: Status
        let thisUpdate: Int
        let nextUpdate: Int?
    }

    /// The digests that identify certificates; they need not be secure.
    fileprivate enum Digest: Sendable {
        case sha1
        case other(SignatureScheme.Digest)

        init?(_ name: ObjectIdentifier) {
            if name == .sha1 {
                self = .sha1
            } else if let digest = SignatureScheme.Digest(name) {
                self = .other(digest)
            } else {
                return nil
            }
        }

        func digest(of bytes: [UInt8]) -> [UInt8]? {
            switch self {
            case .sha1: SHA1.digest(of: bytes)
            case .other(let digest): digest.digest(of: bytes[...])
            }
        }
    }

    private enum Responder {
        case name([UInt8])
        /// The SHA-1 digest of the responder's key.
        case key([UInt8])
    }

    let bytes: [UInt8]
    /// The certificates that the responder sent with the response.
    let certificates: [Certificate]
    private let signed: SignedValue
    private let responder: Responder
    private let answers: [Answer]

    private static let maxAnswers = 1_000
    private static let maxCertificates = 20

    /// Returns nil for a response that only reports an error.
    init?(_ bytes: [UInt8]) throws(DERFault) {
        self.bytes = bytes
        var outer = try DERSequence(DERElement(all: bytes))
        let status = try outer.next(.enumerated).content
        guard status.elementsEqual([0]) else { return nil }
        guard let inner = outer.take(DER.Tag.context(0)) else { throw DERFault() }
        var kind = try DERSequence(inner.only)
        guard try kind.next().identifier == .basicResponse else { throw DERFault() }
        var basic = try DERSequence(DERElement(all: Array(kind.next(.octets).content)))
        signed = try SignedValue(&basic)
        let sent = try basic.take(DER.Tag.context(0))?.only.expect(.sequence).children ?? []
        guard sent.count <= Self.maxCertificates else { throw DERFault() }
        certificates = sent.compactMap { Certificate(Array($0.whole)) }
        var facts = try DERSequence(DERElement(all: signed.facts))
        _ = facts.take(DER.Tag.context(0))
        let name = try facts.next()
        switch name.tag {
        case DER.Tag.context(1): responder = .name(Array(try name.only.whole))
        case DER.Tag.context(2):
            responder = .key(Array(try name.only.expect(.octets).content))
        default: throw DERFault()
        }
        _ = try facts.next(.generalizedTime)
        let list = try facts.next(.sequence).children
        guard list.count <= Self.maxAnswers else { throw DERFault() }
        // An unknown critical extension could change the meaning.
        if let extensions = facts.take(DER.Tag.context(1)),
            try DERExtension.all(in: extensions.only).contains(where: \.isCritical)
        {
            throw DERFault()
        }
        var answers: [Answer] = []
        for element in list {
            if let answer = try Self.answer(element) { answers.append(answer) }
        }
        self.answers = answers
        for sequence in [outer, kind, basic, facts] { try sequence.end() }
    }

    /// Returns nil for an answer that identifies its certificate in an unsupported way.
    private static func answer(_ element: DERElement) throws(DERFault) -> Answer? {
        var parts = try DERSequence(element)
        var name = try DERSequence(parts.next(.sequence))
        let digest = Digest(try ParsedSignedData.algorithm(name.next(.sequence)).name)
        let issuerName = Array(try name.next(.octets).content)
        let issuerKey = Array(try name.next(.octets).content)
        let serial = Array(try name.next(.integer).whole)
        let said = try parts.next()
        let status: Status
        switch said.tag {
        case 0x80: status = .good
        case DER.Tag.context(1):
            guard let time = try said.children.first else { throw DERFault() }
            status = .revoked(at: try time.seconds)
        case 0x82: status = .unknown
        default: throw DERFault()
        }
        let thisUpdate = try parts.next(.generalizedTime).seconds
        let next = try parts.take(DER.Tag.context(0)).map { next throws(DERFault) in
            try next.only.seconds
        }
        guard let digest else { return nil }
        return Answer(
            digest: digest, issuerName: issuerName, issuerKey: issuerKey, serial: serial,
            status: status, thisUpdate: thisUpdate, nextUpdate: next)
    }

    func answers(about certificate: Certificate, of issuer: Certificate) -> [Answer] {
        answers.filter {
            $0.serial == certificate.serial
                && $0.digest.digest(of: issuer.owner) == $0.issuerName
                && $0.digest.digest(of: issuer.keyBits) == $0.issuerKey
        }
    }

    /// Whether a certificate is the one that the response names as its responder.
    func isResponder(_ certificate: Certificate) -> Bool {
        switch responder {
        case .name(let name): certificate.owner == name
        case .key(let key): SHA1.digest(of: certificate.keyBits) == key
        }
    }

    /// Whether the response verifies with a certificate's key; nil if the algorithm is not
    /// supported.
    func isSigned(by responder: Certificate) -> Bool? { signed.isSigned(by: responder.key) }
}

/// SHA-1, which only serves as an identifier in OCSP and in documents.
enum SHA1 {
    /// Returns nil if libcrypto fails.
    static func digest(of bytes: [UInt8]) -> [UInt8]? {
        var digest = [UInt8](repeating: 0, count: 20)
        var count: UInt32 = 0
        let isMade = unsafe EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha1(), nil)
        return isMade == 1 && count == 20 ? digest : nil
    }
}
