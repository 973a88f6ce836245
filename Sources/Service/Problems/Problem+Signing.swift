package import Signing

extension Problem {
    /// A signature was requested, and the service has no key.
    static let noSigningKey: Problem = {
        var problem = Problem(
            .noSigningKey,
            "The service has no signing key (setting sign_key). A request cannot bring one."
        )
        problem.setting = Setting.signKey.rawValue
        return problem.at("/output/sign")
    }()

    /// Why a document could not be signed. It is not sent unsigned.
    package init(_ failure: SigningFailure) {
        self.init(.signingFailed, failure.sentence)
        switch failure {
        case .expired, .notYetValid: setting = Setting.signCertificate.rawValue
        case .noRoom(_, let room):
            setting = Setting.signRoom.rawValue
            limit = room
        case .refused, .gone: setting = Setting.signKey.rawValue
        case .timestamp: break
        }
    }
}

extension SigningFailure {
    fileprivate var sentence: String {
        switch self {
        case .expired: "The signing certificate has expired (setting sign_certificate)."
        case .notYetValid: "The signing certificate is not valid yet (setting sign_certificate)."
        case .noRoom(let needed, let room):
            "The signature with its certificates has \(needed) bytes, but \(room) are reserved "
                + "(setting sign_room)."
        case .refused:
            "The signature by sign_key does not verify with sign_certificate."
        case .gone: "The process holding the signing key (sign_key) is not available."
        case .timestamp(let fault): "Could not obtain a timestamp: \(fault.words)."
        }
    }
}

extension TimestampFault {
    /// The fault as the end of a sentence.
    package var words: String {
        switch self {
        case .unreadable: "the response is not valid (RFC 3161)"
        case .refused(let status): "the authority rejected the request with status \(status)"
        case .otherImprint: "the response is for another signature"
        case .otherNonce: "the response is for another request"
        case .badSignature: "its signature is invalid, or its certificate is not for timestamps"
        case .program(let words): words
        }
    }
}
