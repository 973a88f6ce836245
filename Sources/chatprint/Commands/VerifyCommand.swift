import Evidence
import JSON
import Service

/// `chatprint verify`: whether a document for evidence is as it was made.
struct VerifyCommand {
    static let description = CommandDescription(
        name: "verify", operands: "FILE.pdf|-", takesFiles: true,
        summary:
            "check a document for evidence, its files, messages and their chain, and its signatures",
        details: [
            "Of a signature it tells whether it covers the whole file, whether the file is as it was signed, by "
                + "whose certificate, and when it was time-stamped. Whether that certificate is to be trusted it "
                + "does not judge: pdfsig, pyHanko and viewers do."
        ],
        options: [
            .init(name: "--json", summary: "the findings as JSON"),
            .init(
                name: "--chain", placeholder: "HEAD",
                summary: "the head of its chain, as it is known from elsewhere"),
        ],
        examples: [
            .init(line: "chatprint verify talk.pdf", summary: "whether it is as it was made")
        ])

    private let arguments: Arguments

    init(_ arguments: [String]) throws {
        self.arguments = try Arguments(arguments, of: Self.description)
    }

    /// Bytes of all that a document holds, once inflated.
    private static let limit = 4 << 30

    func run() throws -> Int32 {
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw CommandFailure.usage("verify takes one document: chatprint verify FILE.pdf")
        }
        let document = try InputFile.contents(of: path)
        let verification: Verification
        do throws(Verifier.Failure) {
            verification = try Verifier.verify(
                document, limit: Self.limit, chain: arguments.value("--chain"))
        } catch {
            throw CommandFailure.refused("\(path): \(Problem(error).detail)")
        }
        if arguments.has("--json") {
            var writer = JSONWriter(pretty: true)
            writer.object { verification.write(to: &$0) }
            Terminal.print(String(decoding: writer.bytes, as: UTF8.self))
        } else {
            Terminal.print(Self.words(verification, path))
        }
        return verification.fits ? 0 : 1
    }

    private static func words(_ verification: Verification, _ path: String) -> String {
        let files = verification.files.count
        let held =
            verification.hasManifest
            ? "\(verification.messages) messages, \(files) files" : "it holds no manifest"
        var lines = [
            "\(path): " + (verification.fits ? "fits" : "does not fit") + " (\(held))"
        ]
        lines += verification.faults.map { "  " + $0.words }
        lines += verification.files.filter { $0.state == .elsewhere || $0.state == .withheld }
            .map { "  not in the document: \($0.role) \($0.name) (\($0.state.rawValue))" }
        if let chain = verification.chain { lines.append("  chain \(chain)") }
        lines += verification.signatures.map { "  " + $0.words }
        if verification.signatures.isEmpty { lines.append("  not signed") }
        return lines.joined(separator: "\n")
    }
}
