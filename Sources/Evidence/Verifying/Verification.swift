package import Basics

/// The result of verifying an evidence document.
package struct Verification: Sendable {
    package enum Verdict: String, Sendable, CaseIterable {
        /// All bytes equal those of the document redrawn from the conversation inside.
        case identical
        /// All digests match. The document was not redrawn, or by a different program or with
        /// different fonts.
        case intact
        case changed
        /// Files and messages match, but the previous manifest version does not cover the pages.
        case pagesNotCovered = "pages-not-covered"
        case notEvidence = "not-evidence"
    }

    /// A check that failed.
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
            /// The chain is not the expected one.
            case otherChain = "other-chain"
            case signature
            /// The file's bytes do not match the digest that the document states.
            case bytes
            /// The contents of a part of the pages.
            case part
            /// Bytes after the document that are not a signature.
            case addedBytes = "added-bytes"
            /// The document differs from what the same program draws from the conversation inside.
            case redrawn
            /// The text of the pages differs from the conversation.
            case text
        }

        let kind: Kind
        package let words: String
    }

    package struct File: Sendable {
        package enum State: String, Sendable {
            case fits, changed, missing
            /// The document does not contain the file, but states its digest.
            case elsewhere
            /// Size and digest are withheld, because something is redacted.
            case withheld
        }

        package let role: String
        package let name: String
        package let state: State
    }

    /// The maximum number of faults listed.
    static let maxFaults = 50

    package internal(set) var faults: [Fault] = []
    package internal(set) var files: [File] = []
    package internal(set) var messages = 0
    /// The recomputed head of the chain, or nil if it cannot be computed.
    package internal(set) var chain: String?
    var program: String?
    var created: String?
    package internal(set) var signatures: [SignatureFinding] = []
    /// Whether the document has a manifest. A signed document need not have one.
    package internal(set) var hasManifest = true
    /// Whether digests cover the pages: the manifest has the current version, or the document
    /// states its own digest.
    var coversPages = false
    /// The number of bytes of signatures, validation data and timestamps after the document.
    package internal(set) var addedBytes = 0
    /// The result of comparing the text of the pages, or nil if it was not read.
    package internal(set) var text: TextFinding?
    /// The result of redrawing, or nil if this was not attempted.
    package private(set) var redraw: RedrawFinding?
    /// The document prepared for redrawing, or nil if no digests cover its pages.
    package internal(set) var sealed: SealedEvidence?

    var fits: Bool { faults.isEmpty }

    package var verdict: Verdict {
        if !faults.isEmpty { return .changed }
        guard hasManifest else { return .notEvidence }
        guard coversPages else { return .pagesNotCovered }
        return redraw?.state == .identical ? .identical : .intact
    }

    /// Whether only the compression of the document was changed.
    var isRepacked: Bool {
        redraw?.state == .repacked && !faults.isEmpty
            && faults.allSatisfy { $0.kind == .bytes || $0.kind == .signature }
    }

    /// Records the result of redrawing.
    package mutating func add(_ finding: RedrawFinding) {
        redraw = finding
        // Parts with equal contents only have other digests because they are packed differently.
        if finding.state == .repacked { faults.removeAll { $0.kind == .part } }
        for (page, difference) in finding.pages {
            add(.text, "page \(page): \(difference.rawValue)")
        }
        for part in finding.parts {
            add(.redrawn, "\(part.words): differs from what this version draws")
        }
        guard finding.state == .different else { return }
        for part in finding.differences {
            add(.redrawn, "\(part.words): differs from the program's drawing of the conversation")
        }
        if finding.differences.isEmpty {
            add(.redrawn, "the document differs from the program's drawing of the conversation")
        }
    }

    /// Records the result of comparing the text of the pages.
    package mutating func add(_ finding: TextFinding) {
        text = finding
        for page in finding.unreadable {
            add(
                .text,
                "page \(page): its contents cannot be read and were not drawn by this program")
        }
        for number in finding.missing {
            add(.text, "message #\(number): the pages do not show its text at its position")
        }
    }

    mutating func add(_ findings: [SignatureFinding]) {
        signatures = findings
        for finding in findings {
            for fault in finding.faults { add(.signature, "signature \(finding.field): \(fault)") }
        }
    }

    package mutating func add(_ kind: Fault.Kind, _ words: String) {
        guard faults.count < Verification.maxFaults else { return }
        faults.append(Fault(kind: kind, words: words))
    }
}

extension Verification {
    /// The limits of every verdict.
    package static let caveat =
        "No verdict shows who wrote the messages, or that the source is true."

    /// The verdict as a sentence.
    package var summary: String {
        switch verdict {
        case .identical:
            return "Identical: drawn again from the conversation inside, every byte is the same."
        case .intact:
            let warning =
                signatures.isEmpty
                ? " It is not signed: a recreated document has other digests, and another "
                    + "chain if a message or a file differs." : ""
            return "Intact: every byte is covered by the digests inside, and all match." + warning
        case .changed:
            return isRepacked
                ? "Changed: a program repacked the document. Every object in it is the same."
                    + (signatures.isEmpty ? "" : " Its signature is no longer valid.")
                : "Changed: the document is not in its original state."
        case .pagesNotCovered:
            return "Pages not covered: the digests of files and messages match, but this earlier "
                + "form of manifest does not cover the pages."
        case .notEvidence:
            let rest = signatures.isEmpty ? "." : "; its signatures are valid."
            return "Not evidence: the document has no manifest" + rest
        }
    }

    /// Writes the members of the verification into a JSON object.
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
