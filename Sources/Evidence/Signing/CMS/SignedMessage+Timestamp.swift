extension SignedMessage {
    /// Adds a timestamp to a message as an unsigned attribute, which does not affect the signature.
    ///
    /// - Parameter message: starts with the message. Returns nil if the message already has
    ///   unsigned attributes.
    package static func adding(
        _ token: [UInt8], to message: [UInt8]
    ) throws(DERFault) -> [UInt8]? {
        let outer = try DERElement(message[...]).expect(.sequence).children
        guard outer.count == 2 else { throw DERFault() }
        var data = try outer[1].only.expect(.sequence).children.map { Array($0.whole) }
        guard let last = data.popLast() else { throw DERFault() }
        let signer = try DERElement(all: last).expect(.set).only
        let parts = try signer.expect(.sequence).children
        guard let end = parts.last else { throw DERFault() }
        guard end.tag != DER.Tag.context(1) else { return nil }
        let longer = DER.sequence(Array(signer.content), unsigned(token))
        data.append(DER.set(longer))
        return DER.sequence(
            Array(outer[0].whole),
            DER.explicit(0, DER.value(.sequence, data.flatMap { $0 })))
    }
}
