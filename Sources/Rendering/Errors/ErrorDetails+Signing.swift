package import Evidence

extension ErrorDetails {
    /// Describes why a document could not be signed. The document is not sent unsigned.
    package init(_ failure: SigningFailure) {
        self.init(failure.sentence)
        if case .noRoom(_, let room) = failure { limit = room }
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
    /// The fault as the last part of a sentence.
    var words: String {
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
