/// Parsed SignedData of one signer, possibly made by other software. Parsing does not verify it.
package struct ParsedSignedData {
    /// The type of the signed content, and the content itself if the message contains it.
    let contentType: ObjectIdentifier
    let content: [UInt8]?
    let certificates: [Certificate]
    /// The number of certificates that could not be parsed.
    private let unreadable: Int
    /// The signer's certificate; nil if the message does not contain it.
    let signer: Certificate?
    let digest: SignatureScheme.Digest
    let scheme: SignatureScheme
    package let signature: [UInt8]
    private let attributes: [Attribute]
    /// The encoded attributes, as signed.
    private let signed: [UInt8]
    private let unsigned: [Attribute]

    private struct Attribute {
        let name: ObjectIdentifier
        let values: [DERElement]
    }

    /// The number of bytes of the message; zeros may follow.
    private let count: Int

    /// Parses the first value in these bytes.
    package init(_ bytes: [UInt8]) throws(DERFault) {
        let whole = try DERElement(bytes[...])
        count = whole.whole.count
        var outer = try DERSequence(whole)
        guard try outer.next(.identifier).identifier == .signedData else { throw DERFault() }
        guard let inner = outer.take(DER.Tag.context(0)) else { throw DERFault() }
        var data = try DERSequence(inner.only)
        // The version and the list of digests are not signed; both follow from the rest (RFC 5652,
        // 5.1).
        let version = try data.next(.integer)
        let digests = try data.next(.set).children
        var about = try DERSequence(data.next(.sequence))
        contentType = try about.next().identifier
        content = try about.take(DER.Tag.context(0)).map { held throws(DERFault) in
            Array(try held.only.expect(.octets).content)
        }
        let chain = try data.take(DER.Tag.context(0))?.children ?? []
        guard chain.count <= Self.maxCertificates else { throw DERFault() }
        certificates = chain.compactMap { Certificate(Array($0.whole)) }
        unreadable = chain.count - certificates.count
        let hasLists = data.take(DER.Tag.context(1)) != nil
        guard
            Self.versions(contentType, chain, hasLists: hasLists).contains(Array(version.content))
        else { throw DERFault() }
        let signers = try data.next(.set).children
        // PAdES requires exactly one signer (as does ISO 19005-3, 6.4.3).
        guard signers.count == 1, let first = signers.first else { throw DERFault() }
        var info = try DERSequence(first)
        // A signer identified by its issuer has version 1 (5.3).
        guard try Array(info.next(.integer).content) == [1] else { throw DERFault() }
        var name = try DERSequence(info.next(.sequence))
        let issuer = try name.next(.sequence).whole
        let serial = try name.next(.integer).whole
        signer = certificates.first { $0.issuer[...] == issuer && $0.serial[...] == serial }
        guard let digest = SignatureScheme.Digest(try Self.algorithm(info.next(.sequence)).name),
            let attributes = info.take(DER.Tag.context(0))
        else { throw DERFault() }
        let listed = try digests.map { element throws(DERFault) in
            SignatureScheme.Digest(try Self.algorithm(element).name)
        }
        guard listed.contains(digest), !listed.contains(nil) else { throw DERFault() }
        self.digest = digest
        self.attributes = try Self.attributes(attributes)
        signed = [DER.Tag.set.rawValue] + attributes.whole.dropFirst()
        let kind = try Self.algorithm(info.next(.sequence))
        guard let scheme = try SignatureScheme(kind.name, kind.parameters, digest) else {
            throw DERFault()
        }
        self.scheme = scheme
        signature = Array(try info.next(.octets).content)
        unsigned = try info.take(DER.Tag.context(1)).map(Self.attributes) ?? []
        for sequence in [outer, data, about, info] { try sequence.end() }
    }

    private static let maxCertificates = 100

    private static func attributes(_ set: DERElement) throws(DERFault) -> [Attribute] {
        var attributes: [Attribute] = []
        for element in try set.children {
            var parts = try DERSequence(element)
            attributes.append(
                Attribute(
                    name: try parts.next().identifier, values: try parts.next(.set).children))
        }
        return attributes
    }

    static func algorithm(
        _ element: DERElement
    ) throws(DERFault) -> (name: ObjectIdentifier, parameters: DERElement?) {
        var parts = try DERSequence(element)
        let name = try parts.next().identifier
        let parameters = parts.takeAny()
        try parts.end()
        let isKnown =
            switch parameters?.tag {
            case nil, DER.Tag.sequence.rawValue, DER.Tag.identifier.rawValue: true
            case DER.Tag.null.rawValue: parameters?.content.isEmpty ?? true
            default: false
            }
        guard isKnown else { throw DERFault() }
        return (name, parameters)
    }

    /// The valid versions for the message's content.
    private static func versions(
        _ contentType: ObjectIdentifier, _ certificates: [DERElement], hasLists: Bool
    ) -> [[UInt8]] {
        let tags = Set(certificates.map(\.tag))
        if tags.contains(DER.Tag.context(3)) { return [[5]] }
        if tags.contains(DER.Tag.context(2)) { return [[4]] }
        let least: [UInt8] = contentType == .data && !tags.contains(DER.Tag.context(1)) ? [1] : [3]
        // Revocation lists in other formats, which are not supported here.
        return hasLists ? [least, [5]] : [least]
    }

    /// Returns the single value of a signed attribute; nil if it is missing or not unique.
    private func value(_ name: ObjectIdentifier) -> DERElement? {
        let found = attributes.filter { $0.name == name }
        guard found.count == 1, found[0].values.count == 1 else { return nil }
        return found[0].values[0]
    }

    // MARK: - Content

    var signedDigest: [UInt8]? {
        (try? value(.messageDigest)?.expect(.octets)).map { Array($0.content) }
    }

    /// Whether the content type is correct and any certificate reference refers to the signer's
    /// certificate.
    var isConsistent: Bool {
        guard let signer, (try? value(.contentType)?.identifier) == contentType else {
            return false
        }
        guard let reference = value(.signingCertificateV2) else { return true }
        guard let (digest, print) = try? Self.print(reference) else { return false }
        return digest.digest(of: signer.bytes[...]) == print
    }

    /// Whether the message references the signer's certificate, as PAdES requires.
    var namesCertificate: Bool { value(.signingCertificateV2) != nil }

    /// Whether the message states a signing time, which PAdES forbids.
    var statesTime: Bool { value(.signingTime) != nil }

    private static func print(
        _ reference: DERElement
    ) throws(DERFault) -> (SignatureScheme.Digest, [UInt8]) {
        var outer = try DERSequence(reference)
        var list = try DERSequence(outer.next(.sequence))
        var first = try DERSequence(list.next(.sequence))
        var digest = SignatureScheme.Digest.sha256
        if let kind = first.take(.sequence) {
            guard let known = SignatureScheme.Digest(try algorithm(kind).name) else {
                throw DERFault()
            }
            digest = known
        }
        return (digest, Array(try first.next(.octets).content))
    }

    /// Whether the signature verifies with the signer's certificate.
    var isSignedRight: Bool {
        signer?.key.verifies(signature, over: signed, scheme) ?? false
    }

    /// Returns the digest of bytes in parts, with the message's algorithm.
    func digest(of one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8> = []) -> [UInt8]? {
        digest.digest(of: one, other)
    }

    func isWhole(_ bytes: [UInt8]) -> Bool { bytes.count == count }

    /// Whether only zeros follow the message, as in the space reserved in a document.
    func isAlone(in bytes: [UInt8]) -> Bool {
        bytes.dropFirst(count).allSatisfy { $0 == 0 }
    }

    /// The unsigned timestamp tokens, as encoded.
    package var timestamps: [[UInt8]] {
        unsigned.filter { $0.name == .timestampToken }.flatMap(\.values).map { Array($0.whole) }
    }
}

// Certificates other than the signer's, which no signature of the message covers.
extension ParsedSignedData {
    /// Whether a certificate in the message cannot be parsed, or does not verify with its issuer's
    /// certificate in the message.
    var hasBrokenCertificate: Bool {
        unreadable > 0 || certificates.firstBroken != nil
    }

    /// The number of certificates that are confirmed neither by this message nor by another
    /// certificate in it.
    var uncoveredCertificates: Int {
        certificates.count { certificate in
            if certificate == signer, namesCertificate { return false }
            return !certificates.contains { issuer in
                certificate.issuer == issuer.owner && certificate.isIssued(by: issuer) == true
            }
        }
    }

}

extension [Certificate] {
    /// The first certificate that does not verify with the certificate of its issuer, if that is
    /// among these; nil if there is none.
    var firstBroken: Certificate? {
        first { certificate in
            contains { issuer in
                certificate.issuer == issuer.owner && certificate.isIssued(by: issuer) == false
            }
        }
    }
}

extension SignatureScheme {
    /// Returns nil if the algorithm is not supported.
    init?(
        _ name: ObjectIdentifier, _ parameters: DERElement?, _ digest: Digest
    ) throws(DERFault) {
        switch name {
        case .rsa: self = .rsa(digest)
        case .rsaSHA256: self = .rsa(.sha256)
        case .rsaSHA384: self = .rsa(.sha384)
        case .rsaSHA512: self = .rsa(.sha512)
        case .ecdsaSHA256: self = .ecdsa(.sha256)
        case .ecdsaSHA384: self = .ecdsa(.sha384)
        case .ecdsaSHA512: self = .ecdsa(.sha512)
        case .rsaPSS:
            // The default digest of RSASSA-PSS is SHA-1.
            guard let parameters else { return nil }
            var parts = try DERSequence(parameters)
            guard let kind = parts.take(DER.Tag.context(0)),
                let digest = Digest(try ParsedSignedData.algorithm(kind.only).name),
                let mask = try parts.take(DER.Tag.context(1))?.only,
                let inner = try ParsedSignedData.algorithm(mask).parameters,
                Digest(try ParsedSignedData.algorithm(inner).name) == digest
            else { return nil }
            let salt = try parts.take(DER.Tag.context(2))?.only.expect(.integer).content ?? [20]
            guard salt.count == 1, let bytes = salt.first, bytes <= 64 else { return nil }
            self = .rsaPSS(digest, salt: Int(bytes))
        default: return nil
        }
    }
}
