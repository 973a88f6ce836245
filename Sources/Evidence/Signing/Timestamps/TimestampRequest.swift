import CCrypto

/// The request to a timestamp authority for a token over a signature (RFC 3161, 2.4.1).
package struct TimestampRequest: Sendable {
    private let imprint: [UInt8]
    /// The nonce; nil if replayed responses need not be detected.
    private let nonce: [UInt8]?

    /// - Parameter hasNonce: whether the response must repeat a random number.
    package init(over signature: [UInt8], hasNonce: Bool) throws(TimestampFault) {
        guard let imprint = SignatureScheme.Digest.sha256.digest(of: signature[...]) else {
            throw .unreadable
        }
        try self.init(of: imprint, hasNonce: hasNonce)
    }

    /// - Parameter digest: the SHA-256 digest of the data to stamp, such as a document without the
    ///   space reserved for the token.
    package init(of digest: [UInt8], hasNonce: Bool) throws(TimestampFault) {
        imprint = digest
        guard hasNonce else {
            nonce = nil
            return
        }
        var random = [UInt8](repeating: 0, count: 8)
        guard unsafe RAND_bytes(&random, Int32(random.count)) == 1 else { throw .unreadable }
        nonce = random
    }

    package var bytes: [UInt8] {
        DER.sequence(
            DER.integer(1),
            DER.sequence(DER.algorithm(.sha256, DER.null), DER.octets(imprint)),
            nonce.map { DER.integer($0) } ?? [],
            // Requests the authority's certificate in the token.
            DER.yes)
    }

    /// Returns the token in a response, which must match this request.
    ///
    /// - Parameter orAlone: whether the response may be a bare token without a status.
    package func token(
        in response: [UInt8], orAlone: Bool = false
    ) throws(TimestampFault) -> [UInt8] {
        if orAlone, (try? TimestampToken(response)) != nil {
            try check(response)
            return response
        }
        let status: UInt8
        let bytes: [UInt8]
        do throws(DERFault) {
            var answer = try DERSequence(DERElement(all: response))
            var state = try DERSequence(answer.next(.sequence))
            let digits = try state.next(.integer).content
            status = digits.count == 1 ? digits.first ?? 2 : 2
            bytes = answer.take(.sequence).map { Array($0.whole) } ?? []
        } catch {
            throw .unreadable
        }
        // Granted, possibly with modifications that the token describes.
        guard status <= 1 else { throw .refused(status: Int(status)) }
        try check(bytes)
        return bytes
    }

    private func check(_ bytes: [UInt8]) throws(TimestampFault) {
        let token = try TimestampToken(bytes)
        try token.expect(imprint: imprint)
        if let nonce, token.nonce != DER.integer(nonce) { throw .otherNonce }
    }
}
