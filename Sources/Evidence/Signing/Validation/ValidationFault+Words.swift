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
