/// The reason why certificates cannot be validated with the available data.
package enum ValidationFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    case tooLarge(path: String, limit: Int)
    /// The limit of bytes, files or values is exceeded.
    case tooMuch(limit: Int, unit: String)
    /// The file is not a certificate, a revocation list or an OCSP response.
    case malformed(path: String)
    /// The OCSP response only reports an error.
    case noResponse(path: String)
    /// Something is missing for the certificate with this subject.
    case lacking(subject: String, Lack)

    package enum Lack: Sendable, Equatable {
        case issuer(String)
        /// A rule for paths that the certificate or one of its issuers violates, in libcrypto's
        /// words.
        case rule(String)
        /// A revocation list or an OCSP response; with the reasons why those of the issuer do not
        /// apply.
        case revocation([Reason])
        /// The proven time is not within the validity period.
        case validity(from: String, to: String)
        case revoked(on: String)
    }

    /// The reason why an issuer's revocation list or OCSP response does not apply to a certificate.
    package enum Reason: Error, Sendable, Hashable {
        /// The list or response is not signed by the issuer or by anyone whom the issuer
        /// authorized.
        case badSignature
        /// The list or response is later than the time of validation.
        case tooEarly(from: String)
        /// A later list or response should exist.
        case expired(on: String)
        /// The list or response does not state how long it is valid.
        case endless
        /// The list or response was issued after the certificate expired, when lists omit the
        /// certificate.
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
