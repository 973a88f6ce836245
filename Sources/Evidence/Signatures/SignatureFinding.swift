package import JSON

/// What came of checking one signature of a document. Whether its certificate is to be trusted is
/// nothing that is judged here.
package struct SignatureFinding: Sendable, Equatable {
    package struct Timestamp: Sendable, Equatable {
        /// `2026-11-23T09:30:00Z`.
        package let moment: String
        package let authority: String
    }

    /// How long a signature lasts by what the document holds (ETSI EN 319 142-1, 6).
    package enum Level: String, Sendable {
        case basic = "B-B"
        /// A time stamp proves that it existed.
        case timestamped = "B-T"
        /// The document holds what validating its certificates takes.
        case longTerm = "B-LT"
        /// A time stamp over the document covers that as well.
        case archival = "B-LTA"
    }

    package let field: String
    package let kind: String
    /// Whether nothing stands outside of what is signed but the signature itself.
    package internal(set) var coversAll = false
    /// Whether it covers all but validation data and document time stamps.
    package internal(set) var reachesEnd = false
    /// Whether what it covers is what was signed.
    package internal(set) var digestFits = false
    /// Whether it was made by the key of the certificate in it.
    package internal(set) var isRight = false
    /// As its certificate calls who signed.
    package internal(set) var signer: String?
    package internal(set) var certificateEnds: String?
    /// What it says for people, which nothing proves but that it was signed.
    package internal(set) var reason: String?
    package internal(set) var location: String?
    package internal(set) var name: String?
    /// Nil where it has none that is right.
    package internal(set) var timestamp: Timestamp?
    /// Certificates in the signature and its time stamp that nothing vouches for: bytes of theirs
    /// can be changed without any finding, and change nothing of what was signed, by whom and when.
    package internal(set) var uncoveredCertificates = 0
    /// Nil for a time stamp over the document, and for a signature that is not right.
    package internal(set) var level: Level?
    /// What the document's validation data lacks for it; nil if nothing, or if there is none.
    package internal(set) var lacks: String?
    package internal(set) var faults: [String] = []

    init(field: String, kind: String) {
        self.field = field
        self.kind = kind
    }

    package var fits: Bool { faults.isEmpty }

    package func write(to writer: inout JSONWriter) {
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

    /// A line for a terminal.
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
            parts.append("all of the file but validation data and document timestamps")
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
