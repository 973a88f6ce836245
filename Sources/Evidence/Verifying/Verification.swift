package import Basics

/// The result of verifying an evidence document by its two proofs: the seal covers every byte, and
/// the same version with the same fonts draws the same bytes.
package struct Verification: Sendable {
    package enum Verdict: String, Sendable, CaseIterable {
        /// The program here drew every byte again from the conversation inside.
        case identical
        case changed
        /// The seal matches, but only another version, or one with other fonts, can draw the
        /// document again. A forger can write this claim, so it proves nothing here.
        case otherVersion = "other-version"
        /// The seal matches, but the document cannot be drawn again.
        case notDrawn = "not-drawn"
        case notEvidence = "not-evidence"
    }

    package struct Fault: Sendable, Equatable {
        package enum Kind: String, Sendable, CaseIterable {
            case manifest, conversation, chain, signature
            case otherChain = "other-chain"
            /// The seal does not match the bytes.
            case bytes
            /// Bytes after the document that are not a signature.
            case addedBytes = "added-bytes"
            /// The program here draws other bytes from the conversation inside.
            case redrawn
        }

        let kind: Kind
        package let words: String
    }

    package enum Redraw: Sendable, Equatable {
        case identical
        /// The offset of the first byte that differs, with the same environment.
        case different(at: Int)
        /// The names of the differing parts of the environment: `program`, `fonts`, …
        case otherVersion([String])
        case notDone(String)
    }

    package struct File: Sendable {
        package enum State: String, Sendable {
            case inside
            /// The document does not contain the file, but states its digest.
            case elsewhere
            /// Size and digest are withheld, because something is redacted.
            case withheld
        }

        package let role: String
        package let name: String
        package let state: State
    }

    static let maxFaults = 50

    package internal(set) var faults: [Fault] = []
    package internal(set) var files: [File] = []
    package internal(set) var messages = 0
    /// The recomputed head of the chain, or nil if it cannot be computed.
    package internal(set) var chain: String?
    package internal(set) var signatures: [SignatureFinding] = []
    /// A signed document need not have a manifest.
    package internal(set) var hasManifest = true
    /// The number of bytes of signatures, validation data and timestamps after the document.
    package internal(set) var addedBytes = 0
    package private(set) var redraw: Redraw?
    package internal(set) var sealed: SealedEvidence?

    package var verdict: Verdict {
        if !faults.isEmpty { return .changed }
        guard hasManifest else { return .notEvidence }
        switch redraw {
        case .identical: return .identical
        case .otherVersion: return .otherVersion
        case .different: return .changed
        case .notDone, nil: return .notDrawn
        }
    }

    package mutating func add(_ redraw: Redraw) {
        self.redraw = redraw
        if case .different(let offset) = redraw {
            add(
                .redrawn,
                "byte \(offset) is the first that differs from what this version draws from the "
                    + "conversation inside")
        }
    }

    package mutating func add(_ kind: Fault.Kind, _ words: String) {
        guard faults.count < Verification.maxFaults else { return }
        faults.append(Fault(kind: kind, words: words))
    }

    mutating func add(_ findings: [SignatureFinding]) {
        signatures = findings
        for finding in findings {
            for fault in finding.faults { add(.signature, "signature \(finding.field): \(fault)") }
        }
    }
}

/// An evidence document as originally written.
package struct SealedEvidence: Sendable {
    /// The document, with zeros instead of a signature's bytes.
    package let bytes: [UInt8]
    package let files: [String: [UInt8]]
    package let manifest: JSONValue
    /// The size of the space for a signature in bytes, or nil if the document has none.
    package let signatureRoom: Int?

    package var drawing: JSONValue? { manifest["drawing"] }
    package var entries: [JSONValue] { manifest["files"]?.array ?? [] }
    package var program: String? { manifest["program"]?.string }

    /// The parts of the environment that differ from those of a document drawn here.
    package func environment(
        differingFrom drawn: [UInt8], limit: Int, budget: WorkBudget
    ) throws(Verifier.Failure) -> [String] {
        let files = try Verifier.reading { () throws(PDFReadFault) in
            try EmbeddedFiles(of: drawn, limit: limit, budget: budget).files
        }
        let drawn = try files[Manifest.fileName].flatMap { bytes throws(Verifier.Failure) in
            try Verifier.parsed(bytes, budget)
        }
        let (one, two) = (manifest["environment"], drawn?["environment"])
        let names = Set((one?.members ?? []).map(\.key) + (two?.members ?? []).map(\.key))
        // A font file that could not be read is not known to be equal.
        let hasUnknownFont = [one, two].contains { environment in
            environment?["fonts"]?.array?.contains { $0["sha256"]?.string == nil } ?? true
        }
        return names.sorted().filter {
            one?[$0] != two?[$0] || $0 == "fonts" && hasUnknownFont
        }
    }
}

extension Verification {
    package static let caveat =
        "No verdict shows who wrote the messages, or that the source is true."

    package var summary: String {
        switch verdict {
        case .identical:
            return "Identical: drawn again from the conversation inside, every byte is the same."
        case .changed: return "Changed: the document is not in its original state."
        case .otherVersion:
            return "Other version: the seal matches, but \(origin) drew the document. "
                + "Verify it with that version and those fonts: chatprint verify FILE.pdf"
        case .notDrawn:
            return "Not drawn: the seal matches, but the document was not drawn again."
        case .notEvidence:
            let rest = signatures.isEmpty ? "." : "; its signatures are valid."
            return "Not evidence: the document has no manifest" + rest
        }
    }

    /// The environment that the manifest claims.
    private var origin: String {
        let fonts = (sealed?.manifest["environment"]?["fonts"]?.array ?? []).prefix(8).map { font in
            (font["name"]?.string ?? "an unnamed font")
                + (font["sha256"]?.string.map { " (\($0.prefix(8)))" } ?? "")
        }
        let program = sealed?.program ?? "an unnamed program"
        return program + (fonts.isEmpty ? "" : " with \(fonts.joined(separator: ", "))")
    }

    /// The result of drawing as a line for a terminal.
    package var redrawWords: String? {
        switch redraw {
        case .identical: "drawn again: every byte is the same"
        case .different: "drawn again by the same program with the same fonts: the bytes differ"
        case .otherVersion(let parts):
            "not the environment of the document: \(parts.joined(separator: ", "))"
        case .notDone(let reason): "not drawn again: \(reason)"
        case nil: nil
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.member("verdict", verdict.rawValue)
        writer.member("summary", summary)
        writer.member("caveat", Verification.caveat)
        writer.member("messages", messages)
        writer.member("chain", optional: chain)
        writer.member("program", optional: sealed?.program)
        writer.member("created", optional: sealed?.manifest["created"]?.string)
        writer.key("files")
        writer.array { writer in
            for file in files {
                writer.object { writer in
                    writer.member("role", file.role)
                    writer.member("file", file.name)
                    writer.member("state", file.state.rawValue)
                }
            }
        }
        if addedBytes > 0 { writer.member("added_bytes", addedBytes) }
        switch redraw {
        case .different(let offset): writer.member("first_difference", offset)
        case .otherVersion(let parts):
            writer.member("environment", parts)
        case .notDone(let reason): writer.member("not_drawn", reason)
        case .identical, nil: break
        }
        writer.key("signatures")
        writer.array { writer in
            for signature in signatures { signature.write(to: &writer) }
        }
        writer.key("faults")
        writer.array { writer in
            for fault in faults {
                writer.object { writer in
                    writer.member("kind", fault.kind.rawValue)
                    writer.member("detail", fault.words)
                }
            }
        }
    }
}
