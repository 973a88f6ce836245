package import JSON

/// What came of checking a document for evidence against its own manifest.
package struct Verification: Sendable {
    /// Something that does not fit.
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
        }

        package let kind: Kind
        package let words: String
    }

    package struct File: Sendable {
        package enum State: String, Sendable {
            case fits, changed, missing
            /// It does not travel in the document; its digest is known.
            case elsewhere
            /// Nothing is told of it, since something is redacted.
            case withheld
        }

        package let role: String
        package let name: String
        package let state: State
    }

    /// Of many of a kind the first are told.
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

    package var fits: Bool { faults.isEmpty }

    mutating func add(_ findings: [SignatureFinding]) {
        signatures = findings
        for finding in findings {
            for fault in finding.faults { add(.signature, "signature \(finding.field): \(fault)") }
        }
    }

    mutating func add(_ kind: Fault.Kind, _ words: String) {
        guard faults.count < Verification.mostFaults else { return }
        faults.append(Fault(kind: kind, words: words))
    }

    /// Adds its members to an object.
    package func write(to writer: inout JSONWriter) {
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
