import Evidence
import FoundationEssentials
import Service
import Signing

/// `chatprint finish`: puts a signature or a timestamp into the bytes that a document reserves.
struct FinishCommand {
    static let description = CommandDescription(
        name: "finish", operands: "FILE.pdf", takesFiles: true,
        summary: "add an external signature or a timestamp to a document",
        details: [
            "A document of prepare takes a signature with its certificate, or a CMS message. A signed document "
                + "takes a timestamp of its signature. Data that does not match the document is rejected."
        ],
        options: [
            .init(
                name: "--output", short: "-o", placeholder: "OUT.pdf", value: .file,
                summary: "the finished document"),
            .init(
                name: "--signature", placeholder: "FILE", value: .file,
                summary: "signature of signed_attributes, as written by the key's program"),
            .certificate,
            .init(
                name: "--sign-padding", placeholder: "PADDING",
                value: .words(RSAPadding.allCases.map(\.rawValue)),
                summary: "padding of the RSA signature: pkcs1 or pss"),
            .init(
                name: "--cms", placeholder: "FILE", value: .file,
                summary: "CMS SignedData for digest (DER), instead of a signature and certificate"),
            .init(
                name: "--timestamp", placeholder: "FILE", value: .file,
                summary: "RFC 3161 response or token for the signature"),
            .init(
                name: "--timestamp-request", placeholder: "FILE", value: .file,
                summary: "write the RFC 3161 request to FILE"),
            .timestampHook, .configuration,
        ],
        examples: [
            .init(
                line: "chatprint finish room.pdf -o talk.pdf --signature talk.sig "
                    + "--sign-cert chain.pem",
                summary: "the second of two steps"),
            .init(
                line: "chatprint finish talk.pdf -o stamped.pdf --timestamp-hook ./stamp",
                summary: "a time stamp behind a signature"),
        ])

    private let arguments: Arguments

    init(_ arguments: [String]) throws {
        self.arguments = try Arguments(arguments, of: Self.description)
    }

    /// Bytes of all that a document holds, once inflated.
    private static let limit = 4 << 30

    func run() throws -> Int32 {
        guard arguments.operands.count == 1, let path = arguments.operands.first,
            let output = arguments.value("--output")
        else {
            throw CommandFailure.usage(
                "finish takes one document: chatprint finish FILE.pdf -o OUT.pdf")
        }
        let document = try InputFile.contents(of: path)
        let room: SignatureRoom
        let filled: [UInt8]
        do throws(SignatureRoom.Fault) {
            room = try SignatureRoom(of: document, limit: Self.limit)
        } catch {
            throw Self.failure(error, path)
        }
        let message = try stamped(try message(for: room, path))
        do throws(SignatureRoom.Fault) {
            filled = try room.filled(with: message)
        } catch {
            throw Self.failure(error, path)
        }
        let file = try OutputFile(output)
        try file.write(filled)
        try file.finish()
        return 0
    }

    /// What is to stand in the room, without a time stamp of this step.
    private func message(
        for room: SignatureRoom, _ path: String
    ) throws(CommandFailure) -> [UInt8] {
        let signature = arguments.value("--signature")
        let whole = arguments.value("--cms")
        guard signature == nil || whole == nil else {
            throw .usage("--signature and --cms: one of them is enough")
        }
        guard let name = signature ?? whole else {
            guard let message = room.message else {
                throw .usage("\(path) is not signed yet: name --signature or --cms")
            }
            return message
        }
        guard room.message == nil else { throw .refused("\(path) is signed already") }
        let bytes = try contents(name)
        let certificates = signature == nil ? nil : try SigningKey(settings()).certificates()
        do throws(SigningFailure) {
            guard let certificates else {
                return try SignedMessage.checked(bytes, about: room.digest)
            }
            return try SignedMessage(
                about: room.digest, by: certificates, signature: bytes
            ).bytes
        } catch {
            throw .refused(
                "\(name) is no signature over \(path) by its certificate (as PAdES has it: over SHA-256, "
                    + "with the certificate named, without a time)")
        }
    }

    private func settings() throws(CommandFailure) -> Settings {
        let configuration = try Configuration.find(flag: arguments.value("--config"))
        return try arguments.signing(
            try RenderEnvironment.settings(in: configuration, flags: []))
    }

    private func stamped(_ message: [UInt8]) throws -> [UInt8] {
        guard let read = try? ReadMessage(message) else {
            throw CommandFailure.refused("what is signed there cannot be read")
        }
        var token: [UInt8]?
        do {
            let request = try TimestampRequest(over: read.signature, hasNonce: false)
            if let path = arguments.value("--timestamp-request") {
                let file = try OutputFile(path)
                try file.write(request.bytes)
                try file.finish()
            }
            if let path = arguments.value("--timestamp") {
                token = try request.token(in: try contents(path), orAlone: true)
            } else if let program = arguments.value("--timestamp-hook") {
                token = try TimestampHook(program).token(over: read.signature)
            }
        } catch let fault as TimestampFault {
            throw CommandFailure.refused(Problem(SigningFailure.timestamp(fault)).detail)
        }
        guard let token else { return message }
        guard let longer = try? SignedMessage.adding(token, to: message) else {
            throw CommandFailure.refused("there is a time stamp already")
        }
        return longer
    }

    private func contents(_ path: String) throws(CommandFailure) -> [UInt8] {
        let most = 1 << 20
        guard let bytes = SigningKey.contents(path, most + 1) else {
            throw .file("\(path) cannot be read")
        }
        guard bytes.count <= most else { throw .refused("\(path) has more than \(most) bytes") }
        return bytes
    }

    private static func failure(
        _ fault: SignatureRoom.Fault, _ path: String
    ) -> CommandFailure {
        switch fault {
        case .unreadable(let fault):
            .refused("\(path): \(Problem(.unreadable(fault)).detail)")
        case .none:
            .refused("\(path) has no room for a signature over all of it; prepare makes it")
        case .noRoom(let needed, let room):
            .refused(
                "\(path) has room for \(room) bytes, and the signature has \(needed); prepare it again with "
                    + "more --sign-room (the setting sign_room)")
        case .memory: .refused("\(path): the system's library makes no digest")
        }
    }
}
