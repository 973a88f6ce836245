package import JSON

/// The result of checking a document for evidence.
package struct Verification: Sendable {
    package enum Verdict: String, Sendable, CaseIterable {
        /// Drawn again from the conversation inside, every byte is the same.
        case identical
        /// All digests hold; the document was not drawn again, or not by the same program and
        /// fonts.
        case intact
        case changed
        /// Files and messages hold; the earlier form of manifest says nothing of the pages.
        case pagesNotCovered = "pages-not-covered"
        case notEvidence = "not-evidence"
    }

    /// Something that does not hold.
    package struct Fault: Sendable, Equatable {
        package enum Kind: String, Sendable, CaseIterable {
            case manifest
            case missingFile = "missing-file"
            case changedFile = "changed-file"
            case unknownFile = "unknown-file"
            case conversation
            case changedMessage = "changed-message"
            case messageCount = "message-count"
            case chain
            case metadata
            /// The chain is not the one that was asked for.
            case otherChain = "other-chain"
            case signature
            /// The file's bytes are not those that the document states the digest of.
            case bytes
            /// A part of what the pages show.
            case part
            /// Bytes behind the document that are not a signature.
            case addedBytes = "added-bytes"
            /// The document differs from what the same program draws from the conversation inside.
            case redrawn
            /// The pages do not say what the conversation says.
            case text
        }

        package let kind: Kind
        package let words: String
    }

    package struct File: Sendable {
        package enum State: String, Sendable {
            case fits, changed, missing
            /// The document does not hold it; its digest is known.
            case elsewhere
            /// Nothing is said of it, since something is redacted.
            case withheld
        }

        package let role: String
        package let name: String
        package let state: State
    }

    /// The first faults are listed.
    static let mostFaults = 50

    package internal(set) var faults: [Fault] = []
    package internal(set) var files: [File] = []
    package internal(set) var messages = 0
    /// Computed anew; nil where there is nothing to compute it from.
    package internal(set) var chain: String?
    package internal(set) var program: String?
    package internal(set) var created: String?
    package internal(set) var signatures: [SignatureFinding] = []
    /// Whether it was made for evidence; a document that is signed need not be.
    package internal(set) var hasManifest = true
    /// Whether the document states its own digest.
    package internal(set) var coversPages = false
    /// Bytes that a signature added behind the document.
    package internal(set) var addedBytes = 0
    /// How the text of the pages compares with the conversation; nil where it was not read.
    package internal(set) var text: TextFinding?
    /// Nil where nobody tried to draw it again.
    package private(set) var redraw: RedrawFinding?
    /// What drawing it again needs; nil where the manifest does not have it.
    package internal(set) var sealed: SealedEvidence?

    package var fits: Bool { faults.isEmpty }

    package var verdict: Verdict {
        if !faults.isEmpty { return .changed }
        guard hasManifest else { return .notEvidence }
        guard coversPages else { return .pagesNotCovered }
        return redraw?.state == .identical ? .identical : .intact
    }

    /// Whether nothing but the packing of the document was changed.
    package var isRepacked: Bool {
        redraw?.state == .repacked && faults.allSatisfy { $0.kind == .bytes } && !faults.isEmpty
    }

    /// Notes what came of drawing it again.
    package mutating func add(_ finding: RedrawFinding) {
        redraw = finding
        for page in finding.pagesOfOtherWords {
            add(
                .text,
                "page \(page): shows other words than this version draws from the conversation")
        }
        guard finding.state == .different else { return }
        for part in finding.differences {
            add(.redrawn, "\(part.words): not what the program draws from the conversation")
        }
        if finding.differences.isEmpty {
            add(.redrawn, "the document is not what the program draws from the conversation")
        }
    }

    /// Notes how the text of the pages compares with the conversation.
    package mutating func add(_ finding: TextFinding) {
        text = finding
        for page in finding.unreadable {
            add(
                .text,
                "page \(page): what it shows cannot be read, and was not drawn by this program")
        }
        for number in finding.missing {
            add(.text, "message #\(number): the pages do not show its text in its place")
        }
    }

    mutating func add(_ findings: [SignatureFinding]) {
        signatures = findings
        for finding in findings {
            for fault in finding.faults { add(.signature, "signature \(finding.field): \(fault)") }
        }
    }

    package mutating func add(_ kind: Fault.Kind, _ words: String) {
        guard faults.count < Verification.mostFaults else { return }
        faults.append(Fault(kind: kind, words: words))
    }
}

extension Verification {
    /// What no verdict shows.
    package static let caveat =
        "No verdict shows who wrote the messages, or that the source is true."

    /// The verdict in one sentence.
    package var summary: String {
        switch verdict {
        case .identical:
            return "Identical: drawn again from the conversation inside, every byte is the same."
        case .intact:
            let warning =
                signatures.isEmpty
                ? " Nobody signed it: whoever makes it anew gives it other digests, and another "
                    + "chain if a message or a file differs." : ""
            return "Intact: every byte is covered by the digests inside, and they hold." + warning
        case .changed:
            return isRepacked
                ? "Changed: a program packed the document anew. Every object in it is the same."
                : "Changed: the document is not as it was made."
        case .pagesNotCovered:
            return "Pages not covered: files and messages hold, but this earlier form of manifest "
                + "says nothing of what the pages show."
        case .notEvidence:
            let rest = signatures.isEmpty ? "." : "; its signatures hold."
            return "Not evidence: the document has no manifest" + rest
        }
    }

    /// Adds its members to an object.
    package func write(to writer: inout JSONWriter) {
        writer.member("verdict", verdict.rawValue)
        writer.member("summary", summary)
        writer.member("caveat", Verification.caveat)
        writer.member("fits", fits)
        writer.member("messages", messages)
        writer.member("chain", optional: chain)
        writer.member("program", optional: program)
        writer.member("created", optional: created)
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
        writer.member("manifest", hasManifest)
        writer.member("covers_pages", coversPages)
        if isRepacked { writer.member("repacked", true) }
        if addedBytes > 0 { writer.member("added_bytes", addedBytes) }
        if let redraw {
            writer.key("redraw")
            redraw.write(to: &writer)
        }
        if let text {
            writer.key("text")
            text.write(to: &writer)
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
