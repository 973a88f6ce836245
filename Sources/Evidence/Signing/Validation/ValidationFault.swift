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
        /// A revocation list or an OCSP response; with the reasons why those of the issuer do not
        /// apply.
        case revocation([Reason])
        /// The proven time is not within the validity period.
        case validity(from: String, to: String)
        case revoked(on: String)
    }

    /// The reason why an issuer's revocation list or OCSP response does not apply to a certificate.
    package enum Reason: Sendable, Hashable {
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
