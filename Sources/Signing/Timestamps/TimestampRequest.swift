import CCrypto

/// The request to an authority: a token over a signature (RFC 3161, 2.4.1).
package struct TimestampRequest: Sendable {
    private let imprint: [UInt8]
    /// Nil if the answer cannot be distinguished from an older one anyway.
    private let nonce: [UInt8]?

    /// - Parameter hasNonce: whether the answer is to repeat a number that nobody can guess.
    package init(over signature: [UInt8], hasNonce: Bool) throws(TimestampFault) {
        guard let imprint = SignatureScheme.Digest.sha256.digest(of: signature[...]) else {
            throw .unreadable
        }
        try self.init(of: imprint, hasNonce: hasNonce)
    }

    /// - Parameter digest: SHA-256 of what is to be stamped, such as all of a document but the room
    ///   for the token.
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
            // The authority's certificate is to be in the token.
            DER.yes)
    }

    /// The token in an answer, which must be to this question.
    ///
    /// - Parameter orAlone: whether the answer may be the token without word of how it went.
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
        // Granted, or with changes that the token tells of.
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
