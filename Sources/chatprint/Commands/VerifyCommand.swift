import Basics
import Evidence
import Rendering

/// `chatprint verify`: verifies an evidence document or signatures.
struct VerifyCommand: Subcommand {
    static let description = CommandDescription(
        name: "verify", operands: "FILE.pdf|-", takesFiles: true,
        summary: "check that a document for evidence, or a signed document, is unmodified",
        details: [
            "Checks the seal, which covers every byte, then draws the document again from the conversation "
                + "inside and compares every byte. The verdict is identical (exit code 0), changed (1), "
                + "other-version (3: the seal matches, but another version or other fonts drew the document; "
                + "verify it with those), not-drawn (4: the seal matches, but the document cannot be drawn "
                + "again) or not-evidence (5).",
            "For each signature, reports whether it covers the whole file, whether the file has changed since, "
                + "who signed, and when. Does not check whether certificates are trusted: use pdfsig, pyHanko or a "
                + "viewer. " + Verification.caveat,
        ],
        options: [
            .init(name: "--json", summary: "print the findings as JSON"),
            .init(
                name: "--report", placeholder: "FILE", value: .file,
                summary: "write the findings as JSON to FILE"),
            .init(
                name: "--chain", placeholder: "HEAD",
                summary: "the chain head, or at least its first 8 digits, obtained separately"),
            .configuration,
        ],
        examples: [
            .init(line: "chatprint verify talk.pdf", summary: "check that a document is unmodified")
        ])

    let arguments: Arguments

    /// The maximum size of a document's inflated content in bytes.
    private static let limit = 4 << 30

    func run() throws -> Int32 {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw CommandFailure.usage("verify takes one document: chatprint verify FILE.pdf")
        }
        let document = try InputFile.contents(of: path)
        let environment = try RenderEnvironment(arguments)
        let check = EvidenceCheck(
            environment.jobBuilder, Renderer(pool: environment.pool, readsHEIF: true),
            limit: Self.limit)
        let chain = arguments.value("--chain")
        let verification: Verification
        do throws(Explanation) {
            verification = try environment.onWorker { worker throws(Explanation) in
                try check.verification(of: document, chain: chain, on: worker)
            }
        } catch {
            throw CommandFailure.refused("\(path): \(error.commandDetail)")
        }
        var writer = JSONWriter(pretty: true)
        writer.object { verification.write(to: &$0) }
        if let report = arguments.value("--report") {
            try OutputFile.write(writer.bytes + [0x0A], to: report)
        }
        try Terminal.print(
            arguments.has("--json")
                ? String(decoding: writer.bytes, as: UTF8.self) : Self.words(verification, path))
        return verification.verdict.code
    }

    private static func words(_ verification: Verification, _ path: String) -> String {
        let held = "\(verification.messages) messages, \(verification.files.count) files"
        var lines = ["\(path): \(verification.summary)"]
        if verification.hasManifest { lines[0] += " (\(held))" }
        lines += verification.faults.map { "  " + $0.words }
        if let redraw = verification.redrawWords { lines.append("  " + redraw) }
        lines += verification.files.filter { $0.state != .inside }
            .map { "  not in the document: \($0.role) \($0.name) (\($0.state.rawValue))" }
        if let chain = verification.chain { lines.append("  chain \(chain)") }
        lines += verification.signatures.map { "  " + $0.words }
        if verification.addedBytes > 0 {
            lines.append(
                "  \(verification.addedBytes) bytes of signatures, validation data and timestamps follow "
                    + "the document")
        }
        if verification.signatures.isEmpty { lines.append("  not signed") }
        lines.append("  " + Verification.caveat)
        return lines.joined(separator: "\n")
    }
}

extension Verification.Verdict {
    /// The exit code of the command.
    fileprivate var code: Int32 {
        switch self {
        case .identical: 0
        case .changed: 1
        case .otherVersion: 3
        case .notDrawn: 4
        case .notEvidence: 5
        }
    }
}
