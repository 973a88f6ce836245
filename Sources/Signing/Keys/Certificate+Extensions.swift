import CCrypto

/// The parts of a certificate beyond its key, read when validation asks for them.
extension Certificate {
    /// Whether another certificate's key signed this one; nil if the kind of signature is unknown
    /// here.
    func isIssued(by issuer: Certificate) -> Bool? {
        do throws(DERFault) {
            var parts = try DERSequence(DERElement(all: bytes))
            return try SignedValue(&parts).isSigned(by: issuer.key)
        } catch {
            return nil
        }
    }

    var isSelfIssued: Bool { issuer == owner }

    /// Whether it may issue certificates (RFC 5280, 4.2.1.9 and 4.2.1.3).
    var isAuthority: Bool {
        guard !forbids(KU_KEY_CERT_SIGN), let value = value(of: .basicConstraints) else {
            // A root of version 1 has no extensions. One whose extensions cannot be read is none.
            return isSelfIssued && (try? extensions()) == [:]
        }
        guard let constraints = try? DERElement(all: value).children else { return false }
        return constraints.first?.whole == DER.yes[...]
    }

    /// Whether it may sign revocation lists.
    var forbidsLists: Bool { forbids(KU_CRL_SIGN) }

    /// Whether nobody has to ask for the revocation of this OCSP responder (RFC 6960, 4.2.2.2.1).
    var needsNoRevocation: Bool { value(of: .noCheck) != nil }

    /// The addresses of the lists that cover it, as encoded general names.
    var listAddresses: [[UInt8]] {
        guard let value = value(of: .distributionPoints),
            let points = try? DERElement(all: value).children
        else { return [] }
        return points.flatMap { point in
            (try? point.children.first).map { Self.fullNames(in: $0) } ?? []
        }
    }

    /// The general names of a distribution point's name, `[0]` in `[0]` (RFC 5280, 4.2.1.13).
    static func fullNames(in name: DERElement) -> [[UInt8]] {
        guard name.tag == DER.Tag.context(0), let names = try? name.only,
            names.tag == DER.Tag.context(0), let all = try? names.children
        else { return [] }
        return all.map { Array($0.whole) }
    }

    /// The bits of the key, by whose digest OCSP names it (RFC 6960, 4.1.1).
    var keyBits: [UInt8] {
        guard let key = try? facts().key.children.last, key.tag == DER.Tag.bits.rawValue else {
            return []
        }
        return Array(key.content.dropFirst())
    }

    private func value(of name: ObjectIdentifier) -> [UInt8]? { (try? extensions())?[name] }

    /// Empty for a certificate without extensions.
    private func extensions() throws(DERFault) -> [ObjectIdentifier: [UInt8]] {
        guard let list = try facts().extensions else { return [:] }
        return try DERExtension.all(in: list.only).reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    private func facts() throws(DERFault) -> (key: DERElement, extensions: DERElement?) {
        var certificate = try DERSequence(DERElement(all: bytes))
        var facts = try DERSequence(certificate.next())
        _ = facts.take(DER.Tag.context(0))
        _ = try facts.next(.integer)
        // Algorithm, issuer, validity, owner.
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

    /// The extensions of a sequence, each at most once.
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
