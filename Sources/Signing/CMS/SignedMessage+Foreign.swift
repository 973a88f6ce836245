/// Messages signed elsewhere: by a hardware token, or another program.
extension SignedMessage {
    /// A message of a signature that was made elsewhere over `SignedAttributes.signed`.
    ///
    /// - Parameter signature: as libcrypto and most tokens write it; of ECDSA also its two numbers
    ///   alone, as PKCS#11 has them.
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

    /// r and s behind each other, as long as each other, as ASN.1 has them (RFC 3279, 2.2.3).
    private static func sequence(ofNumbers bytes: [UInt8]) -> [UInt8] {
        let half = bytes.count / 2
        return DER.sequence(DER.integer(bytes[..<half]), DER.integer(bytes[half...]))
    }

    /// A whole message of another program, which must be about this digest and right by its own
    /// certificate.
    ///
    /// - Parameter bytes: DER.
    package static func checked(_ bytes: [UInt8], about digest: [UInt8]) throws(SigningFailure)
        -> [UInt8]
    {
        guard let message = try? ReadMessage(bytes), message.isWhole(bytes),
            message.told == digest, message.digest == .sha256, message.isConsistent,
            message.namesCertificate, !message.statesTime, message.isSignedRight
        else { throw .refused }
        return bytes
    }
}
