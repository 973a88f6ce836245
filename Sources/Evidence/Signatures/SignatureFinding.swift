import Basics

/// The result of checking one signature. Trust in its certificate is not judged.
package struct SignatureFinding: Sendable, Equatable {
    struct Timestamp: Sendable, Equatable {
        /// The time, such as `2026-11-23T09:30:00Z`.
        let moment: String
        let authority: String
    }

    /// The PAdES level of a signature: how long it can be validated from the document's contents
    /// (ETSI EN 319 142-1, 6).
    enum Level: String, Sendable {
        case basic = "B-B"
        /// A timestamp proves when the signature existed.
        case timestamped = "B-T"
        /// The document contains the data for validating the certificates.
        case longTerm = "B-LT"
        /// A document timestamp also covers the validation data.
        case archival = "B-LTA"
    }

    let field: String
    let kind: String
    /// Whether the signature covers everything except itself.
    var coversAll = false
    /// Whether the signature covers everything except validation data and document timestamps.
    var reachesEnd = false
    /// Whether the covered bytes are those that were signed.
    var digestFits = false
    /// Whether the signature was made with the key of its certificate.
    var isRight = false
    /// The signer's name in the certificate.
    var signer: String?
    var certificateEnds: String?
    /// Human-readable details. The signature only proves that they were signed.
    var reason: String?
    var location: String?
    var name: String?
    /// The timestamp of the signature, or nil if it has no valid one.
    var timestamp: Timestamp?
    /// The number of certificates in the signature and its timestamp that nothing covers. Their
    /// bytes can be changed without a finding, but this affects neither what was signed nor by whom
    /// and when.
    var uncoveredCertificates = 0
    /// The level, or nil for a document timestamp and for an invalid signature.
    var level: Level?
    /// The validation data that the document lacks for the signature, or nil if nothing is missing
    /// or there is no such data.
    var lacks: String?
    var faults: [String] = []

    var fits: Bool { faults.isEmpty }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("field", field)
            writer.member("kind", kind)
            writer.member("fits", fits)
            writer.member("level", optional: level?.rawValue)
            writer.member("covers_all", coversAll)
            writer.member("reaches_end", reachesEnd)
            writer.member("digest_fits", digestFits)
            writer.member("signature_right", isRight)
            writer.member("signer", optional: signer)
            writer.member("certificate_ends", optional: certificateEnds)
            writer.member("reason", optional: reason)
            writer.member("location", optional: location)
            writer.member("name", optional: name)
            if let timestamp {
                writer.key("timestamp")
                writer.object { writer in
                    writer.member("at", timestamp.moment)
                    writer.member("authority", timestamp.authority)
                }
            }
            if uncoveredCertificates > 0 {
                writer.member("uncovered_certificates", uncoveredCertificates)
            }
            writer.member("validation_lacks", optional: lacks)
            writer.member("trust", "not judged")
        }
    }

    /// The finding as a line for a terminal.
    package var words: String {
        let isStamp = kind == SignatureField.timestampKind
        var parts = [
            "\(isStamp ? "document timestamp" : "signed") by \(signer ?? "an unnamed signer")"
        ]
        if let name { parts.append("as \(name)") }
        if let level { parts.append("PAdES \(level.rawValue)") }
        if coversAll {
            parts.append("all of the file")
        } else if reachesEnd {
            parts.append("all of the file except validation data and document timestamps")
        } else {
            parts.append("not all of the file")
        }
        if let timestamp {
            parts.append("at \(timestamp.moment)" + (isStamp ? "" : " by \(timestamp.authority)"))
        }
        if let reason { parts.append("reason: \(reason)") }
        if let location { parts.append("place: \(location)") }
        if let lacks { parts.append("validation data is incomplete: \(lacks)") }
        if uncoveredCertificates > 0 {
            parts.append("no signature covers \(uncoveredCertificates) of the certificates in it")
        }
        parts.append("trust in the certificate is not judged")
        return parts.joined(separator: "; ")
    }
}
