package import Signing

extension Problem {
    /// The output is to be signed, and there is nothing to sign it with.
    static let noSigningKey: Problem = {
        var problem = Problem(
            "no-signing-key", 422, "There is no key to sign with",
            "The output is to be signed, and the setting sign_key names no key; a request brings none."
        )
        problem.setting = Setting.signKey.rawValue
        return problem.at("/output/sign")
    }()

    /// Why a document that was to be signed is not, and does not leave.
    package init(_ failure: SigningFailure) {
        self.init("signing-failed", 503, "The document could not be signed", failure.sentence)
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
        case .expired: "The certificate of the setting sign_certificate has expired."
        case .notYetValid: "The certificate of the setting sign_certificate is not valid yet."
        case .noRoom(let needed, let room):
            "The signature with its certificates has \(needed) bytes, but the document has room for "
                + "\(room); the setting sign_room makes more."
        case .refused:
            "The key of the setting sign_key made no signature that its certificate proves."
        case .gone: "Nobody was there who has the key of the setting sign_key."
        case .timestamp(let fault): "The time stamp could not be had: \(fault.words)."
        }
    }
}

extension TimestampFault {
    /// What became of it, to stand in a sentence.
    package var words: String {
        switch self {
        case .unreadable: "the answer is none of RFC 3161"
        case .refused(let status): "the authority refused it with status \(status)"
        case .otherImprint: "it is about another signature"
        case .otherNonce: "it answers another request"
        case .badSignature: "the signature over it is not right by a certificate for time stamps"
        case .program(let words): words
        }
    }
}
