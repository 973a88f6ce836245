/// A certificate revocation list (RFC 5280, 5).
struct RevocationList: Sendable {
    let bytes: [UInt8]
    let issuer: [UInt8]
    /// The times of this and the next update, in seconds since 1970.
    let thisUpdate: Int
    let nextUpdate: Int?
    private let signed: SignedValue
    private let entries: DERElement?
    private let scope: Scope

    /// The certificates that a list covers (RFC 5280, 5.2.5).
    private struct Scope {
        /// The addresses of which a certificate must name one; empty for all certificates.
        var addresses: [[UInt8]] = []
        var isForUsers = false
        var isForAuthorities = false
        /// Whether the list is of an unsupported kind: a delta, an indirect list, or one for some
        /// reasons only.
        var isUnsupported = false
    }

    init(_ bytes: [UInt8]) throws(DERFault) {
        self.bytes = bytes
        var outer = try DERSequence(DERElement(all: bytes))
        signed = try SignedValue(&outer)
        try outer.end()
        var facts = DERCursor(try DERElement(all: signed.facts).expect(.sequence))
        _ = try facts.take([.integer])
        guard let algorithm = try facts.take([.sequence]),
            Array(algorithm.whole) == signed.algorithm,
            let name = try facts.take([.sequence]), let time = try facts.take(.times)
        else { throw DERFault() }
        issuer = Array(name.whole)
        thisUpdate = try time.seconds
        nextUpdate = try facts.take(.times).map { next throws(DERFault) in try next.seconds }
        entries = try facts.take([.sequence])
        scope = try facts.take(DER.Tag.context(0)).map(Self.scope) ?? Scope()
        try facts.end()
        _ = try entry { _ in false }
    }

    /// Whether the list verifies with a certificate's key; nil if the algorithm is not supported.
    func isSigned(by issuer: Certificate) -> Bool? { signed.isSigned(by: issuer.key) }

    /// Whether the list covers a certificate of the list's issuer.
    func covers(_ certificate: Certificate) -> Bool {
        guard !scope.isUnsupported else { return false }
        if certificate.isAuthority ? scope.isForUsers : scope.isForAuthorities { return false }
        guard !scope.addresses.isEmpty else { return true }
        let own = Set(certificate.listAddresses)
        return scope.addresses.contains { own.contains($0) }
    }

    /// Returns the time at which a certificate was revoked; nil if it was not.
    ///
    /// - Parameter serial: the serial number including tag and length.
    func revocation(of serial: [UInt8]) throws(DERFault) -> Int? {
        guard let found = try entry(where: { $0 == serial[...] }) else { return nil }
        return try found.seconds
    }

    /// Returns the time of the first entry with a matching serial number. An issuer's list may have
    /// a million entries.
    private func entry(
        where isWanted: (ArraySlice<UInt8>) -> Bool
    ) throws(DERFault) -> DERElement? {
        guard let entries else { return nil }
        var rest = DERCursor(entries)
        while let entry = try rest.take([.sequence]) {
            var parts = DERCursor(entry)
            guard let serial = try parts.take([.integer]), let time = try parts.take(.times) else {
                throw DERFault()
            }
            if isWanted(serial.whole) { return time }
        }
        try rest.end()
        return nil
    }

    private static func scope(_ extensions: DERElement) throws(DERFault) -> Scope {
        var scope = Scope()
        for item in try DERExtension.all(in: extensions.only) {
            guard item.name == .issuingPoint else {
                // An unknown critical extension may restrict the list, as in a delta.
                if item.isCritical { scope.isUnsupported = true }
                continue
            }
            for part in try DERElement(all: item.value).expect(.sequence).children {
                switch part.tag {
                case DER.Tag.context(0):
                    scope.addresses = Certificate.fullNames(in: part)
                    if scope.addresses.isEmpty { scope.isUnsupported = true }
                case 0x81: scope.isForUsers = part.content.first != 0
                case 0x82: scope.isForAuthorities = part.content.first != 0
                default: scope.isUnsupported = true
                }
            }
        }
        return scope
    }
}

/// Iterates over the elements of a value without storing them, because there may be very many.
struct DERCursor {
    private var rest: ArraySlice<UInt8>

    init(_ element: DERElement) { rest = element.content }

    /// The next element if it has one of these tags.
    mutating func take(_ tags: [DER.Tag]) throws(DERFault) -> DERElement? {
        guard let tag = rest.first, tags.contains(where: { $0.rawValue == tag }) else { return nil }
        return try next()
    }

    mutating func take(_ tag: UInt8) throws(DERFault) -> DERElement? {
        rest.first == tag ? try next() : nil
    }

    private mutating func next() throws(DERFault) -> DERElement {
        let element = try DERElement(rest)
        rest = rest[element.whole.endIndex...]
        return element
    }

    func end() throws(DERFault) {
        guard rest.isEmpty else { throw DERFault() }
    }
}

extension [DER.Tag] {
    /// The two encodings of a time.
    static let times: Self = [.utcTime, .generalizedTime]
}
