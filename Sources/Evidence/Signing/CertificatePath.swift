import CCrypto

/// The certificates from a signer's to a root, and the revocation data for each of them except the
/// root.
///
/// A path shows that the data is complete. The reader decides whether to trust the root.
struct CertificatePath: Sendable {
    struct Moment: Sendable {
        /// The proven time in seconds since 1970; nil if only the signature itself states one.
        let proven: Int?
        /// The time of validation; nil to accept data of any later time.
        let now: Int?

        var validity: Int? { proven ?? now }
    }

    /// All required certificates, including those of OCSP responders.
    private(set) var certificates: [Certificate] = []
    private(set) var lists: [[UInt8]] = []
    private(set) var responses: [[UInt8]] = []
    private let data: ValidationData
    private let moment: Moment

    private static let maxLength = 10

    init(
        of signer: Certificate, by data: ValidationData, at moment: Moment
    ) throws(ValidationFault) {
        self.data = data
        self.moment = moment
        // libcrypto finds issuers by name, and would follow another authority of the same name.
        var chain = [signer]
        while let last = chain.last, last.isIssued(by: last) != true {
            let issuers = data.certificates.filter {
                $0.isAuthority && !chain.contains($0) && last.isIssued(by: $0) == true
            }
            guard chain.count < Self.maxLength,
                let issuer = issuers.first(where: \.isSelfIssued) ?? issuers.first
            else { throw .lacking(subject: last.subject, .issuer(last.issuerName)) }
            chain.append(issuer)
        }
        for certificate in chain { try take(certificate) }
        let verdict = TrustedIssuer(chain[chain.count - 1], at: moment.validity)?.verdict(of: chain)
        guard verdict?.isRight ?? false else {
            let place = min(verdict?.depth ?? 0, chain.count - 1)
            throw .lacking(subject: chain[place].subject, .rule(verdict?.words ?? "no memory"))
        }
        for (issued, issuer) in zip(chain, chain.dropFirst()) {
            try expectCurrent(issued, of: issuer)
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

    /// Throws if any list or response shows the certificate as revoked.
    private mutating func expectCurrent(
        _ certificate: Certificate, of issuer: Certificate, byListsAlone: Bool = false
    ) throws(ValidationFault) {
        var reasons: Set<ValidationFault.Reason> = []
        var list: RevocationList?
        var response: (OCSPResponse, Certificate)?
        for candidate in data.lists where candidate.issuer == certificate.issuer {
            switch candidate.statement(about: certificate, of: issuer) {
            case .failure(let reason): reasons.insert(reason)
            case .success(let statement):
                if let reason = try reason(against: statement, about: certificate) {
                    reasons.insert(reason)
                } else {
                    list = list ?? candidate
                }
            }
        }
        for candidate in data.responses where !byListsAlone {
            let statements = candidate.statements(about: certificate, of: issuer)
            guard !statements.isEmpty else { continue }
            let responder = ([issuer] + candidate.certificates + data.certificates).first {
                candidate.isSigned(by: $0, of: issuer)
            }
            guard let responder else {
                reasons.insert(.badSignature)
                continue
            }
            for statement in statements {
                if let reason = try reason(against: statement, about: certificate) {
                    reasons.insert(reason)
                } else {
                    response = response ?? (candidate, responder)
                }
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
        if !lists.contains(list.bytes) { lists.append(list.bytes) }
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
        if !responses.contains(response.bytes) { responses.append(response.bytes) }
    }

    /// Returns nil if the statement applies.
    private func reason(
        against statement: RevocationStatement, about certificate: Certificate
    ) throws(ValidationFault) -> ValidationFault.Reason? {
        if let now = moment.now, statement.thisUpdate > now {
            return .tooEarly(from: Certificate.day(statement.thisUpdate))
        }
        guard statement.thisUpdate <= certificate.notAfter else {
            return .afterExpiry(of: certificate.lastDay)
        }
        // A statement made after the proven time of the signature applies permanently.
        if moment.proven.map({ statement.thisUpdate < $0 }) ?? true {
            guard let nextUpdate = statement.nextUpdate else { return .endless }
            if let until = moment.now ?? moment.proven, nextUpdate < until {
                return .expired(on: Certificate.day(nextUpdate))
            }
        }
        switch statement.status {
        case .good: return nil
        case .unknown: return .unknownCertificate
        case .revoked(let time):
            // A signature proven to be older than the revocation stays valid. libcrypto rejects
            // revoked certificates whenever they were used.
            if let proven = moment.proven, time > proven { return nil }
            throw .lacking(
                subject: certificate.subject, .revoked(on: Certificate.day(time)))
        }
    }
}

/// What a list or a response states about a certificate, with times in seconds since 1970.
struct RevocationStatement: Sendable {
    enum Status: Sendable { case good, unknown, revoked(at: Int) }

    let status: Status
    let thisUpdate: Int
    let nextUpdate: Int?
}

/// A store of libcrypto that trusts one certificate: a root, or the issuer of another certificate.
struct TrustedIssuer {
    let store: LibcryptoObject

    /// Returns nil if no memory is left.
    ///
    /// - Parameter time: when all certificates must be valid; nil for any time.
    init?(_ issuer: Certificate, at time: Int?, by list: RevocationList? = nil) {
        guard let store = unsafe X509_STORE_new() else { return nil }
        self.store = unsafe LibcryptoObject(owning: store, X509_STORE_free)
        let rules = unsafe X509_STORE_get0_param(store)
        var flags = UInt(X509_V_FLAG_PARTIAL_CHAIN)
        if let time { unsafe X509_VERIFY_PARAM_set_time(rules, time) }
        if time == nil { flags |= UInt(X509_V_FLAG_NO_CHECK_TIME) }
        if list != nil { flags |= UInt(X509_V_FLAG_CRL_CHECK) }
        // Level 2 rejects RSA keys below 2,048 bits and SHA-1.
        unsafe X509_VERIFY_PARAM_set_auth_level(rules, 2)
        guard unsafe X509_VERIFY_PARAM_set_flags(rules, flags) == 1,
            unsafe X509_STORE_add_cert(store, issuer.object.pointer) == 1,
            list.map({ unsafe X509_STORE_add_crl(store, $0.object.pointer) }) ?? 1 == 1
        else { return nil }
    }

    struct Verdict {
        let error: Int32
        let depth: Int
        var isRight: Bool { error == X509_V_OK }
        var words: String { unsafe String(cString: X509_verify_cert_error_string(Int(error))) }
    }

    /// Verifies a certificate with its issuers, which need not include the trusted one.
    func verdict(of chain: [Certificate]) -> Verdict? {
        defer { ERR_clear_error() }
        return unsafe LibcryptoObject.withStack(of: chain.map(\.object)) { stack in
            guard let stack = unsafe stack, let leaf = chain.first,
                let context = unsafe X509_STORE_CTX_new()
            else { return nil }
            defer { unsafe X509_STORE_CTX_free(context) }
            guard
                unsafe X509_STORE_CTX_init(context, store.pointer, leaf.object.pointer, stack) == 1
            else { return nil }
            let isRight = unsafe X509_verify_cert(context) == 1
            let error = unsafe X509_STORE_CTX_get_error(context)
            return Verdict(
                error: isRight || error != X509_V_OK ? error : X509_V_ERR_UNSPECIFIED,
                depth: unsafe Int(max(0, X509_STORE_CTX_get_error_depth(context))))
        }
    }
}

package enum ValidationFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    case tooLarge(path: String, limit: Int)
    case tooMuch(limit: Int, unit: String)
    /// The file is not a certificate, a revocation list or an OCSP response.
    case malformed(path: String)
    /// The OCSP response only reports an error.
    case noResponse(path: String)
    /// Something is missing for the certificate with this subject.
    case lacking(subject: String, Lack)

    package enum Lack: Sendable, Equatable {
        case issuer(String)
        /// A rule for paths that the certificate or an issuer violates, in libcrypto's words.
        case rule(String)
        /// A list or response, with the reasons why those of the issuer do not apply.
        case revocation([Reason])
        /// The proven time is not within the validity period.
        case validity(from: String, to: String)
        case revoked(on: String)
    }

    /// The reason why an issuer's revocation list or OCSP response does not apply to a certificate.
    package enum Reason: Error, Sendable, Hashable {
        /// Not signed by the issuer or by anyone whom the issuer authorized.
        case badSignature
        /// The list or response is later than the time of validation.
        case tooEarly(from: String)
        /// A later list or response should exist.
        case expired(on: String)
        /// The list or response does not state how long it is valid.
        case endless
        /// Issued after the certificate expired, when lists omit the certificate.
        case afterExpiry(of: String)
        /// The list covers other certificates of the issuer, or is of an unsupported kind.
        case otherScope
        /// The responder does not know the certificate.
        case unknownCertificate
        /// The responder's own certificate lacks revocation data.
        case responder
    }
}

extension ValidationFault {
    /// The fault as a sentence without a period.
    package var words: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .tooLarge(let path, let limit): "\(path) has more than \(limit) bytes"
        case .tooMuch(let limit, let unit):
            "the validation data has more than \(limit) \(unit)"
        case .malformed(let path):
            "\(path) is not a certificate, a revocation list or an OCSP response (DER or PEM)"
        case .noResponse(let path): "\(path) is an OCSP response that reports an error"
        case .lacking(let subject, let lack): "the certificate of \(subject) \(lack.words)"
        }
    }
}

extension ValidationFault.Lack {
    fileprivate var words: String {
        switch self {
        case .issuer(let name): "lacks the certificate of its issuer \(name)"
        case .rule(let words): "does not lead to a root: \(words)"
        case .revocation(let reasons):
            (["lacks a revocation list or an OCSP response"] + reasons.map(\.words))
                .joined(separator: "; ")
        case .validity(let from, let to): "is valid from \(from) to \(to) only"
        case .revoked(let day): "was revoked on \(day)"
        }
    }
}

extension ValidationFault.Reason {
    fileprivate var words: String {
        switch self {
        case .badSignature: "one of them is not signed by its issuer"
        case .tooEarly(let day): "one of them is from the future (\(day))"
        case .expired(let day): "one of them expired on \(day)"
        case .endless: "one of them does not state when it expires"
        case .afterExpiry(let day):
            "one of them was issued after the certificate expired (\(day)), when lists omit it"
        case .otherScope: "one of them covers other certificates, or is a delta or indirect list"
        case .unknownCertificate: "a responder does not know the certificate"
        case .responder: "the certificate of a responder lacks a revocation list"
        }
    }
}
