/// The certificates from a signer's to a root, and the revocation data for each of them except the
/// root.
///
/// A path shows that the data is complete. The reader decides whether to trust the root.
struct CertificatePath: Sendable {
    /// The time at which a signature is known to have existed, and the time of its validation.
    struct Moment: Sendable {
        /// The proven time in seconds since 1970; nil if only the signature itself states one.
        let proven: Int?
        /// The time of validation; nil to accept data of any later time.
        let now: Int?

        /// The time at which certificates must be valid.
        var validity: Int? { proven ?? now }
    }

    /// All required certificates, including those of OCSP responders.
    private(set) var certificates: [Certificate] = []
    private var usedLists: [RevocationList] = []
    private var usedResponses: [OCSPResponse] = []
    private let data: ValidationData
    private let moment: Moment

    var lists: [[UInt8]] { usedLists.map(\.bytes) }
    var responses: [[UInt8]] { usedResponses.map(\.bytes) }

    private static let maxLength = 10

    init(
        of signer: Certificate, by data: ValidationData, at moment: Moment
    ) throws(ValidationFault) {
        self.data = data
        self.moment = moment
        try take(signer)
        var issued = signer
        while try !isRoot(issued) {
            guard certificates.count < Self.maxLength else {
                throw .lacking(subject: issued.subject, .issuer(issued.issuerName))
            }
            let issuer = try issuer(of: issued)
            try take(issuer)
            try expectCurrent(issued, of: issuer)
            issued = issuer
        }
    }

    private mutating func take(_ certificate: Certificate) throws(ValidationFault) {
        if let time = moment.validity,
            time < certificate.notBefore || time > certificate.notAfter
        {
            throw .lacking(
                subject: certificate.subject,
                .validity(
                    from: Certificate.day(certificate.notBefore), to: certificate.lastDay))
        }
        if !certificates.contains(certificate) { certificates.append(certificate) }
    }

    private func isRoot(_ certificate: Certificate) throws(ValidationFault) -> Bool {
        guard certificate.isSelfIssued else { return false }
        return certificate.isIssued(by: certificate) == true
    }

    /// Returns the issuer that continues the path, preferably a root, and none that is already in
    /// the path.
    private func issuer(of certificate: Certificate) throws(ValidationFault) -> Certificate {
        let issuers = data.certificates.filter {
            $0.owner == certificate.issuer && $0.isAuthority && !certificates.contains($0)
                && certificate.isIssued(by: $0) == true
        }
        guard let issuer = issuers.first(where: \.isSelfIssued) ?? issuers.first else {
            throw .lacking(
                subject: certificate.subject, .issuer(certificate.issuerName))
        }
        return issuer
    }

    // MARK: - Revocation

    /// Finds a list or response that shows the certificate as not revoked. Throws if any shows it
    /// as revoked.
    private mutating func expectCurrent(
        _ certificate: Certificate, of issuer: Certificate, byListsAlone: Bool = false
    ) throws(ValidationFault) {
        var reasons: Set<ValidationFault.Reason> = []
        var list: RevocationList?
        var response: (OCSPResponse, Certificate)?
        for candidate in data.lists where candidate.issuer == certificate.issuer {
            if let reason = reason(against: candidate, for: certificate, of: issuer) {
                reasons.insert(reason)
                continue
            }
            let time: Int?
            do throws(DERFault) {
                time = try candidate.revocation(of: certificate.serial)
            } catch {
                throw .malformed(path: "CRL")
            }
            try expectNotRevoked(certificate, at: time)
            list = list ?? candidate
        }
        for candidate in data.responses where !byListsAlone {
            let answers = candidate.answers(about: certificate, of: issuer)
            guard !answers.isEmpty else { continue }
            guard let responder = responder(of: candidate, issuer) else {
                reasons.insert(.badSignature)
                continue
            }
            for answer in answers {
                if let reason = reason(answer.thisUpdate, answer.nextUpdate, for: certificate) {
                    reasons.insert(reason)
                    continue
                }
                switch answer.status {
                case .unknown: reasons.insert(.unknownCertificate)
                case .revoked(let time): try expectNotRevoked(certificate, at: time)
                case .good: break
                }
                if answer.status != .unknown { response = response ?? (candidate, responder) }
            }
        }
        if let (response, responder) = response {
            do throws(ValidationFault) {
                return try take(response, of: responder, issuer)
            } catch {
                reasons.insert(.responder)
            }
        }
        guard let list else {
            let sorted = reasons.sorted { "\($0)" < "\($1)" }
            throw .lacking(subject: certificate.subject, .revocation(sorted))
        }
        if !usedLists.contains(where: { $0.bytes == list.bytes }) { usedLists.append(list) }
    }

    /// Uses a response if its responder was not revoked either.
    private mutating func take(
        _ response: OCSPResponse, of responder: Certificate, _ issuer: Certificate
    ) throws(ValidationFault) {
        if responder != issuer {
            try take(responder)
            if !responder.needsNoRevocation {
                try expectCurrent(responder, of: issuer, byListsAlone: true)
            }
        }
        guard !usedResponses.contains(where: { $0.bytes == response.bytes }) else { return }
        usedResponses.append(response)
    }

    private func expectNotRevoked(
        _ certificate: Certificate, at time: Int?
    ) throws(ValidationFault) {
        guard let time else { return }
        // A signature proven to be older than the revocation stays valid.
        if let proven = moment.proven, time > proven { return }
        throw .lacking(subject: certificate.subject, .revoked(on: Certificate.day(time)))
    }

    private func reason(
        against list: RevocationList, for certificate: Certificate, of issuer: Certificate
    ) -> ValidationFault.Reason? {
        guard !issuer.forbidsLists, list.isSigned(by: issuer) == true else { return .badSignature }
        guard list.covers(certificate) else { return .otherScope }
        return reason(list.thisUpdate, list.nextUpdate, for: certificate)
    }

    /// Returns the reason why a statement with these times does not apply to a certificate; nil if
    /// it applies.
    private func reason(
        _ thisUpdate: Int, _ nextUpdate: Int?, for certificate: Certificate
    ) -> ValidationFault.Reason? {
        if let now = moment.now, thisUpdate > now {
            return .tooEarly(from: Certificate.day(thisUpdate))
        }
        guard thisUpdate <= certificate.notAfter else {
            return .afterExpiry(of: certificate.lastDay)
        }
        // A statement made after the proven time of the signature applies permanently.
        if let proven = moment.proven, thisUpdate >= proven { return nil }
        guard let nextUpdate else { return .endless }
        guard let until = moment.now ?? moment.proven, nextUpdate < until else { return nil }
        return .expired(on: Certificate.day(nextUpdate))
    }

    /// Returns the certificate that signed a response: the issuer's, or one that the issuer
    /// authorized for responses (RFC 6960, 4.2.2.2).
    private func responder(of response: OCSPResponse, _ issuer: Certificate) -> Certificate? {
        ([issuer] + response.certificates + data.certificates).first { responder in
            guard response.isResponder(responder), response.isSigned(by: responder) == true else {
                return false
            }
            return responder == issuer
                || responder.issuer == issuer.owner && responder.isForResponses
                    && !responder.forbidsSigning && responder.isIssued(by: issuer) == true
        }
    }
}
