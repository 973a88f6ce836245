/// A signature with its timestamps, and the certificates that must be validated for it.
struct SignatureMoments {
    struct Signer {
        let certificate: Certificate
        let certificates: [Certificate]
        /// The time when the signature is known to have existed, from its own timestamp or
        /// otherwise a document timestamp.
        let proven: Int?
        /// The time that a timestamp states for itself.
        let stated: Int?
    }

    /// The signer, and the authorities that timestamped the signature.
    private(set) var signers: [Signer] = []
    /// Valid document timestamps after this signature, by index among the document's signatures.
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
                    proven: covers.first?.seconds, stated: token.seconds)
            ]
            return
        }
        // `SignatureCheck` reports a malformed message. Here it only proves nothing.
        guard let message = try? ParsedSignedData(field.content), let signer = message.signer else {
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
                proven: first ?? covers.first?.seconds, stated: nil)
        ]
        for token in tokens {
            guard let signer = token.signer else { return nil }
            signers.append(
                Signer(
                    certificate: signer, certificates: token.certificates,
                    proven: covers.first?.seconds, stated: token.seconds))
        }
    }

    /// A document timestamp must cover the signature and all data for validating it.
    func lasts(
        in fields: [SignatureField], by stores: inout SignatureCheck.Stores
    ) -> Bool {
        for cover in covers {
            // Incomplete data does not count as covered.
            guard let covered = try? stores.store(upTo: fields[cover.index].end),
                (try? paths(by: covered.data, now: cover.seconds)) != nil
            else { continue }
            return true
        }
        return false
    }

    /// - Parameter now: the validation time; nil for data from any time after the signature.
    func paths(
        by data: ValidationData, now: Int?
    ) throws(ValidationFault) -> [CertificatePath] {
        var paths: [CertificatePath] = []
        for signer in signers {
            var data = data
            try data.add(signer.certificates)
            let proven = signer.proven ?? (now == nil ? signer.stated : nil)
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

    /// Returns nil for another field or an invalid token.
    func timestamp(in document: [UInt8]) -> TimestampToken? {
        guard isTimestamp, let room, let token = try? TimestampToken(content, isPadded: true),
            (try? token.expect(
                over: document[..<room.lowerBound], document[room.upperBound..<end])) != nil
        else { return nil }
        return token
    }
}
