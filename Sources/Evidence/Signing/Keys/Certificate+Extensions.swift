import CCrypto

/// The parts of a certificate beyond its key, parsed when validation needs them.
extension Certificate {
    /// Whether this certificate verifies with another one's key; nil if the signature algorithm is
    /// not supported.
    func isIssued(by issuer: Certificate) -> Bool? {
        do throws(DERFault) {
            var parts = try DERSequence(DERElement(all: bytes))
            return try SignedValue(&parts).isSigned(by: issuer.key)
        } catch {
            return nil
        }
    }

    var isSelfIssued: Bool { issuer == owner }

    /// Whether the certificate may issue others (RFC 5280, 4.2.1.9 and 4.2.1.3).
    var isAuthority: Bool {
        guard !forbids(KU_KEY_CERT_SIGN), let value = value(of: .basicConstraints) else {
            // A version 1 root has no extensions. A certificate with invalid extensions is not a
            // root.
            return isSelfIssued && (try? extensions()) == [:]
        }
        guard let constraints = try? DERElement(all: value).children else { return false }
        return constraints.first?.whole == DER.yes[...]
    }

    /// Whether the certificate must not sign revocation lists.
    var forbidsLists: Bool { forbids(KU_CRL_SIGN) }

    /// Whether the revocation of this OCSP responder need not be checked (RFC 6960, 4.2.2.2.1).
    var needsNoRevocation: Bool { value(of: .noCheck) != nil }

    /// The addresses of the revocation lists that cover the certificate, as encoded general names.
    var listAddresses: [[UInt8]] {
        guard let value = value(of: .distributionPoints),
            let points = try? DERElement(all: value).children
        else { return [] }
        return points.flatMap { point in
            (try? point.children.first).map { Self.fullNames(in: $0) } ?? []
        }
    }

    /// Returns the general names of a distribution point's name, `[0]` in `[0]` (RFC 5280,
    /// 4.2.1.13).
    static func fullNames(in name: DERElement) -> [[UInt8]] {
        guard name.tag == DER.Tag.context(0), let names = try? name.only,
            names.tag == DER.Tag.context(0), let all = try? names.children
        else { return [] }
        return all.map { Array($0.whole) }
    }

    /// The bits of the public key, whose digest identifies the key in OCSP (RFC 6960, 4.1.1).
    var keyBits: [UInt8] {
        guard let key = try? facts().key.children.last, key.tag == DER.Tag.bits.rawValue else {
            return []
        }
        return Array(key.content.dropFirst())
    }

    private func value(of name: ObjectIdentifier) -> [UInt8]? { (try? extensions())?[name] }

    /// Returns the extensions; empty for a certificate without any.
    private func extensions() throws(DERFault) -> [ObjectIdentifier: [UInt8]] {
        guard let list = try facts().extensions else { return [:] }
        return try DERExtension.all(in: list.only).reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    private func facts() throws(DERFault) -> (key: DERElement, extensions: DERElement?) {
        var certificate = try DERSequence(DERElement(all: bytes))
        var facts = try DERSequence(certificate.next())
        _ = facts.take(DER.Tag.context(0))
        _ = try facts.next(.integer)
        // Skip algorithm, issuer, validity and subject.
        for _ in 0..<4 { _ = try facts.next(.sequence) }
        let key = try facts.next(.sequence)
        return (key, facts.take(DER.Tag.context(3)))
    }
}

/// An extension of a certificate, a list or a response (RFC 5280, 4.1).
struct DERExtension {
    let name: ObjectIdentifier
    let isCritical: Bool
    let value: [UInt8]

    /// Parses a sequence of extensions, each of which may occur once.
    static func all(in list: DERElement) throws(DERFault) -> [DERExtension] {
        var all: [DERExtension] = []
        var names: Set<ObjectIdentifier> = []
        for element in try list.expect(.sequence).children {
            var parts = try DERSequence(element)
            let name = try parts.next().identifier
            let isCritical = parts.take(.boolean)?.content.first ?? 0 != 0
            let value = Array(try parts.next(.octets).content)
            try parts.end()
            guard names.insert(name).inserted else { throw DERFault() }
            all.append(DERExtension(name: name, isCritical: isCritical, value: value))
        }
        return all
    }
}
