/// Why certificates cannot be validated with the data at hand.
package enum ValidationFault: Error, Sendable, Equatable {
    /// A file that cannot be read.
    case unreadable(path: String)
    case tooLarge(path: String, limit: Int)
    /// More bytes, files or values than are read.
    case tooMuch(limit: Int, unit: String)
    /// Neither a certificate, nor a revocation list, nor an OCSP response.
    case malformed(path: String)
    /// An OCSP response that says only that there is none.
    case noResponse(path: String)
    /// A certificate that lacks something, by its subject.
    case lacking(subject: String, Lack)

    package enum Lack: Sendable, Equatable {
        /// The certificate of its issuer.
        case issuer(String)
        /// A revocation list or an OCSP response, and why those of its issuer are not right.
        case revocation([Reason])
        /// A time within its validity.
        case validity(from: String, to: String)
        case revoked(on: String)
    }

    /// Why a revocation list or an OCSP response of an issuer says nothing of a certificate.
    package enum Reason: Sendable, Hashable {
        /// The list or response was not signed by the issuer, or by nobody whom the issuer allows
        /// to.
        case badSignature
        /// It is from after the time of validation.
        case tooEarly(from: String)
        /// There should be a later one.
        case expired(on: String)
        /// It does not say until when it holds.
        case endless
        /// It was made after the certificate had expired, when lists leave it out.
        case afterExpiry(of: String)
        /// The list covers other certificates of the issuer, or is of a kind that is not read.
        case otherScope
        /// The responder does not know the certificate.
        case unknownCertificate
        /// The responder's own certificate lacks revocation data.
        case responder
    }
}
