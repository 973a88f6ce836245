/// Messages signed elsewhere, by a hardware token or another program.
extension SignedMessage {
    /// Creates a message from an external signature over `SignedAttributes.signed`.
    ///
    /// - Parameter signature: in the encoding of libcrypto and most tokens. An ECDSA signature may
    ///   also consist of its two numbers only, as in PKCS#11.
    package init(
        about digest: [UInt8], by certificates: SigningCertificates, signature: [UInt8]
    ) throws(SigningFailure) {
        guard let attributes = SignedAttributes(of: digest, by: certificates.own) else {
            throw .refused
        }
        func fits(_ signature: [UInt8]) -> Bool {
            certificates.own.key.verifies(
                signature, over: attributes.signed, certificates.scheme)
        }
        let numbers = Self.sequence(ofNumbers: signature)
        guard let right = [signature, numbers].first(where: fits) else { throw .refused }
        self.init(
            attributes: attributes, signature: right, certificates: certificates, timestamp: nil)
    }

    /// Encodes r and s, concatenated at equal length, in ASN.1 (RFC 3279, 2.2.3).
    private static func sequence(ofNumbers bytes: [UInt8]) -> [UInt8] {
        let half = bytes.count / 2
        return DER.sequence(DER.integer(bytes[..<half]), DER.integer(bytes[half...]))
    }

    /// Checks a complete message of another program, which must be about this digest and verify
    /// with its own certificate.
    ///
    /// - Parameter bytes: the message in DER.
    package static func checked(_ bytes: [UInt8], about digest: [UInt8]) throws(SigningFailure)
        -> [UInt8]
    {
        guard let message = try? ParsedSignedData(bytes), message.isWhole(bytes),
            message.signedDigest == digest, message.digest == .sha256, message.isConsistent,
            message.namesCertificate, !message.statesTime, message.isSignedRight
        else { throw .refused }
        return bytes
    }
}
