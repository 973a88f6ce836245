import Signing

/// A signature of a document with its time stamps, and whose certificates have to be validated for
/// it.
struct SignatureMoments {
    /// The certificates of a signature, with whose time.
    struct Signer {
        let certificate: Certificate
        let certificates: [Certificate]
        /// When the signature is known to have existed: by a time stamp of its own, else by one of
        /// the document.
        let proven: Int?
        /// When it says of itself that it was made, which a time stamp does.
        let told: Int?
    }

    /// Who signed, and who stamped the signature.
    private(set) var signers: [Signer] = []
    /// The right time stamps over all before them, by their place among the document's signatures.
    private(set) var covers: [(index: Int, seconds: Int)] = []
    let hasTimestamp: Bool

    init?(of index: Int, in fields: [SignatureField], _ document: [UInt8]) {
        for later in fields.indices.dropFirst(index + 1) {
            guard let token = fields[later].timestamp(in: document) else { continue }
            covers.append((later, token.seconds))
        }
        let field = fields[index]
        if field.isTimestamp {
            guard let token = field.timestamp(in: document), let signer = token.signer else {
                return nil
            }
            hasTimestamp = true
            signers = [
                Signer(
                    certificate: signer, certificates: token.certificates,
                    proven: covers.first?.seconds, told: token.seconds)
            ]
            return
        }
        // What cannot be read is a fault of the signature, which `SignatureCheck` reports. Here it only
        // proves nothing.
        guard let message = try? ReadMessage(field.content), let signer = message.signer else {
            return nil
        }
        let tokens = message.timestamps.prefix(4).compactMap { bytes -> TimestampToken? in
            guard let token = try? TimestampToken(bytes),
                (try? token.expect(over: message.signature[...])) != nil
            else { return nil }
            return token
        }
        hasTimestamp = !tokens.isEmpty
        let first = tokens.map(\.seconds).min()
        signers = [
            Signer(
                certificate: signer, certificates: message.certificates,
                proven: first ?? covers.first?.seconds, told: nil)
        ]
        for token in tokens {
            guard let signer = token.signer else { return nil }
            signers.append(
                Signer(
                    certificate: signer, certificates: token.certificates,
                    proven: covers.first?.seconds, told: token.seconds))
        }
    }

    /// Whether a time stamp of the document covers the signature and all that validating it takes.
    func lasts(
        in fields: [SignatureField], by stores: inout SignatureCheck.Stores
    ) -> Bool {
        for cover in covers {
            // Data that lacks something covers nothing.
            guard let covered = try? stores.store(upTo: fields[cover.index].end),
                (try? paths(by: covered.data, now: cover.seconds)) != nil
            else { continue }
            return true
        }
        return false
    }

    /// The paths of all signers.
    ///
    /// - Parameter now: nil to accept data of any time after the signature.
    func paths(
        by data: ValidationData, now: Int?
    ) throws(ValidationFault) -> [CertificatePath] {
        var paths: [CertificatePath] = []
        for signer in signers {
            var data = data
            try data.add(signer.certificates)
            let proven = signer.proven ?? (now == nil ? signer.told : nil)
            paths.append(
                try CertificatePath(
                    of: signer.certificate, by: data,
                    at: CertificatePath.Moment(proven: proven, now: now)))
        }
        return paths
    }
}

extension SignatureField {
    static let timestampKind = "ETSI.RFC3161"

    var isTimestamp: Bool { kind == Self.timestampKind }

    /// The token of a time stamp over the document; nil for another field, or if the token is not
    /// right.
    func timestamp(in document: [UInt8]) -> TimestampToken? {
        guard isTimestamp, let room, let token = try? TimestampToken(content, isPadded: true),
            (try? token.expect(
                over: document[..<room.lowerBound], document[room.upperBound..<end])) != nil
        else { return nil }
        return token
    }
}
