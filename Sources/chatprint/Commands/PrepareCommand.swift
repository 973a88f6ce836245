import Basics
import Evidence
import FoundationEssentials
import Model
import Rendering
import Service
import Synchronization

/// `chatprint prepare`: renders a document with space for a signature by an external key, such as
/// in a hardware token.
struct PrepareCommand: Subcommand {
    static let description = CommandDescription(
        name: "prepare", operands: "[FILE|-]", takesFiles: true,
        summary: "render a PDF for external signing and print the bytes to sign",
        details: [
            "--to-sign writes JSON: digest is the SHA-256 of the document without the reserved bytes. With "
                + "--sign-cert, sign signed_attributes (DER in base64), or signed_attributes_digest, its SHA-256, "
                + "and pass the signature to finish. Without it, another program creates the CMS message for digest."
        ],
        options: [
            .destination("FILE.pdf", "the document with reserved bytes"),
            .init(
                name: "--to-sign", placeholder: "FILE.json", value: .file,
                summary: "file for the bytes to sign (default: standard output)"),
            .certificate, .padding, .room,
        ] + CommandDescription.Option.settings
            + CommandDescription.Option.media + [.strict, .quiet, .configuration],
        examples: [
            .init(
                line: "chatprint prepare talk.json -o room.pdf --sign-cert chain.pem "
                    + "--to-sign room.json",
                summary: "first of two steps")
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let environment = try RenderEnvironment(arguments)
        try environment.requireFonts()
        let settings = try arguments.signing(environment.settings)
        let certificates =
            settings.signing.certificate.isEmpty ? nil : try SigningKey(settings).certificates()
        guard let output = arguments.value("--output"), output != "-" else {
            throw CommandFailure.usage("--output is required")
        }
        let signer = PreparingSigner(
            room: settings.signing.room, name: certificates?.own.commonName)
        let job = try environment.job(
            try InputFile(arguments),
            JobOptions(
                try environment.parameters(arguments), format: .pdf, signer: signer,
                signsAlways: true),
            command: ["prepare"] + arguments.outputWords)
        guard job.output.splitBy == nil else {
            throw CommandFailure.usage("prepare writes one document; split_by is not supported")
        }
        let report = try environment.render(job, to: try OutputFile(output), showsProgress: false)
        if !arguments.has("--quiet") {
            Terminal.report(report.warnings, of: report.warningCount)
        }
        guard let digest = signer.digest else {
            throw CommandFailure.configuration("the document reserves no bytes for a signature")
        }
        let facts = try facts(digest, room: signer.room, certificates)
        guard let path = arguments.value("--to-sign"), path != "-" else {
            try Terminal.print(String(decoding: facts, as: UTF8.self))
            return 0
        }
        try OutputFile.write(facts + [0x0A], to: path)
        return 0
    }

    private func facts(
        _ digest: [UInt8], room: Int, _ certificates: SigningCertificates?
    ) throws(CommandFailure) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        var attributes: SignedAttributes?
        if let certificates {
            attributes = SignedAttributes(of: digest, by: certificates.own)
            guard attributes != nil else {
                throw .configuration("the cryptographic library cannot compute digests")
            }
        }
        writer.object { writer in
            writer.member("digest_algorithm", "sha256")
            writer.member("digest", Hexadecimal.text(of: digest))
            writer.member("room", room)
            guard let certificates, let attributes else { return }
            writer.member("signer", certificates.own.subject)
            writer.member("signature_algorithm", certificates.algorithmName)
            writer.member("signed_attributes", Base64.text(of: attributes.signed))
            writer.member("signed_attributes_digest", Hexadecimal.text(of: attributes.digest))
        }
        return writer.bytes
    }
}

/// Leaves a document's reserved space empty, and keeps the digest to be signed elsewhere.
final class PreparingSigner: DocumentSigner {
    let room: Int
    let name: String?
    private let seen = Mutex<[UInt8]?>(nil)

    init(room: Int, name: String?) { (self.room, self.name) = (room, name) }

    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] {
        seen.withLock { $0 = digest }
        return []
    }

    /// The SHA-256 digest of the document without the reserved space; nil until a document was
    /// written.
    var digest: [UInt8]? { seen.withLock { $0 } }
}
