import Basics
import Evidence
import FoundationEssentials
import Rendering
import Service
import System

/// `chatprint finish`: writes a signature or a timestamp into the bytes that a document reserves,
/// and appends the data that keeps signatures verifiable.
struct FinishCommand: Subcommand {
    static let description = CommandDescription(
        name: "finish", operands: "FILE.pdf", takesFiles: true,
        summary: "add an external signature, a timestamp or validation data to a document",
        details: [
            "A document of prepare takes a signature with its certificate, or a CMS message. A signed document "
                + "takes a timestamp of its signature. Data that does not match the document is rejected.",
            "--validation-data embeds certificates, revocation lists (CRL) and OCSP responses from files (PAdES "
                + "B-LT). Each certificate of a signature or timestamp, except the root, needs a valid list or "
                + "response of its issuer. --document-timestamp then adds a timestamp of the whole document (B-LTA).",
        ],
        options: [
            .destination("OUT.pdf", "the finished document"),
            .init(
                name: "--signature", placeholder: "FILE", value: .file,
                summary: "signature of signed_attributes, as written by the key's program"),
            .certificate,
            .padding,
            .init(
                name: "--cms", placeholder: "FILE", value: .file,
                summary: "CMS SignedData for digest (DER), instead of a signature and certificate"),
            .init(
                name: "--timestamp", placeholder: "FILE", value: .file,
                summary:
                    "RFC 3161 response or token for the signature, or for a reserved document timestamp"
            ),
            .init(
                name: "--timestamp-request", placeholder: "FILE", value: .file,
                summary: "write the RFC 3161 request to FILE"),
            .timestampHook,
            .init(
                name: "--validation-data", placeholder: "PATH", value: .file,
                summary:
                    "file or folder with certificates, CRLs and OCSP responses to embed; repeatable"
            ),
            .init(
                name: "--document-timestamp",
                summary:
                    "add a timestamp of the document by --timestamp-hook, or reserve bytes for one"),
            .configuration,
        ],
        examples: [
            .init(
                line: "chatprint finish room.pdf -o talk.pdf --signature talk.sig "
                    + "--sign-cert chain.pem",
                summary: "the second of two steps"),
            .init(
                line: "chatprint finish talk.pdf -o stamped.pdf --timestamp-hook ./stamp",
                summary: "add a timestamp after the signature"),
            .init(
                line: "chatprint finish talk.pdf -o kept.pdf --timestamp-hook ./stamp "
                    + "--validation-data ca --document-timestamp",
                summary: "a signature that outlasts its certificate"),
        ])

    let arguments: Arguments

    /// The maximum size of a document's inflated content in bytes.
    static let limit = 4 << 30

    /// The options that change a document.
    private static let additions = [
        "--signature", "--cms", "--timestamp", "--timestamp-request", "--timestamp-hook",
        "--validation-data", "--document-timestamp",
    ]

    func run() throws -> Int32 {
        guard arguments.operands.count == 1, let path = arguments.operands.first,
            let output = arguments.value("--output")
        else {
            throw CommandFailure.usage(
                "finish takes one document: chatprint finish FILE.pdf -o OUT.pdf")
        }
        guard Self.additions.contains(where: arguments.has) else {
            throw CommandFailure.usage(
                "nothing to add; specify one of \(Self.additions.joined(separator: ", "))")
        }
        var document = try InputFile.contents(of: path)
        if let room = try room(of: document, path) {
            let message =
                room.isTimestamp
                ? try token(for: room, path) : try stamped(try message(for: room, path))
            document = try filled(room, with: message, path)
        }
        if isLasting { document = try lasting(document, path) }
        try OutputFile.write(document, to: output)
        return 0
    }

    /// Returns the reserved space; nil for a document without any, if no signature is to be added.
    private func room(of document: [UInt8], _ path: String) throws(CommandFailure) -> SignatureRoom?
    {
        do throws(SignatureRoom.Fault) {
            return try SignatureRoom(of: document, limit: Self.limit)
        } catch {
            let signs = arguments.has("--signature") || arguments.has("--cms")
            if error == .none, isLasting, !signs, !arguments.has("--timestamp") { return nil }
            throw Self.failure(error, path)
        }
    }

    func filled(
        _ room: SignatureRoom, with message: [UInt8], _ path: String
    ) throws(CommandFailure) -> [UInt8] {
        do throws(SignatureRoom.Fault) {
            return try room.filled(with: message)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Returns the message for the reserved space, before this command adds a timestamp.
    private func message(
        for room: SignatureRoom, _ path: String
    ) throws(CommandFailure) -> [UInt8] {
        let signature = arguments.value("--signature")
        let whole = arguments.value("--cms")
        guard signature == nil || whole == nil else {
            throw .usage("--signature and --cms cannot be combined")
        }
        guard let name = signature ?? whole else {
            guard let message = room.message else {
                throw .usage("\(path) is not signed yet; specify --signature or --cms")
            }
            return message
        }
        guard room.message == nil else { throw .refused("\(path) is already signed") }
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
                "\(name) is not a valid signature of \(path) by its certificate (PAdES: over SHA-256, "
                    + "with the certificate, without a time)")
        }
    }

    func settings() throws(CommandFailure) -> Settings {
        let configuration = try arguments.configuration()
        return try arguments.signing(
            try RenderEnvironment.settings(in: configuration, flags: []))
    }

    private func stamped(_ message: [UInt8]) throws -> [UInt8] {
        guard let read = try? ParsedSignedData(message) else {
            throw CommandFailure.refused("the existing signature cannot be read")
        }
        if isLasting, !read.timestamps.isEmpty, !arguments.has("--timestamp") { return message }
        // If the user sends the request to an authority, it is for the document timestamp.
        if asksForDocument, !arguments.has("--timestamp") { return message }
        let token = try token { hasNonce throws(TimestampFault) in
            try TimestampRequest(over: read.signature, hasNonce: hasNonce)
        }
        guard let token else { return message }
        guard let longer = try? SignedMessage.adding(token, to: message) else {
            throw CommandFailure.refused("the document already has a timestamp")
        }
        return longer
    }

    func contents(_ path: String) throws(CommandFailure) -> [UInt8] {
        let maxBytes = 1 << 20
        guard let bytes = SigningKey.contents(path, maxBytes + 1) else {
            throw .file("\(path) cannot be read")
        }
        guard bytes.count <= maxBytes else {
            throw .refused("\(path) has more than \(maxBytes) bytes")
        }
        return bytes
    }

    static func failure(
        _ fault: SignatureRoom.Fault, _ path: String
    ) -> CommandFailure {
        switch fault {
        case .unreadable(let fault):
            .refused("\(path): \(fault.explanation.commandDetail)")
        case .none:
            .refused(
                "\(path) reserves no bytes for a signature of the whole document. "
                    + "Create it with chatprint prepare.")
        case .noRoom(let needed, let room):
            .refused(
                "\(path) reserves \(room) bytes, but the signature has \(needed). Prepare it again with "
                    + "a larger --sign-room (setting sign_room)")
        case .memory: .refused("\(path): the cryptographic library cannot compute digests")
        }
    }
}

/// Adds validation data and timestamps, so that signatures stay verifiable.
extension FinishCommand {
    var isLasting: Bool { arguments.has("--validation-data") || hasDocumentTimestamp }

    /// Whether the requested timestamp is for the whole document.
    var asksForDocument: Bool {
        hasDocumentTimestamp && arguments.has("--timestamp-request")
    }

    private var hasDocumentTimestamp: Bool { arguments.has("--document-timestamp") }

    func lasting(_ document: [UInt8], _ path: String) throws -> [UInt8] {
        let room = try settings().signing.room
        var document = document
        if let data = try validationData() {
            document = try extended(document, path) { last throws(LastingDocument.Fault) in
                try last.adding(
                    data, now: SigningKey.now(), isStampedNext: hasDocumentTimestamp)
            }
        }
        guard hasDocumentTimestamp else { return document }
        document = try extended(document, path) { last throws(LastingDocument.Fault) in
            try last.addingTimestampRoom(bytes: room)
        }
        return try stamped(document, path)
    }

    private func extended(
        _ document: [UInt8], _ path: String,
        by body: (LastingDocument) throws(LastingDocument.Fault) -> [UInt8]
    ) throws(CommandFailure) -> [UInt8] {
        do throws(LastingDocument.Fault) {
            return try body(LastingDocument(document, limit: Self.limit))
        } catch {
            throw Self.failure(error, path)
        }
    }

    // MARK: - Timestamps

    /// A token from --timestamp or --timestamp-hook; nil if neither is given.
    func token(
        _ request: (_ hasNonce: Bool) throws(TimestampFault) -> TimestampRequest
    ) throws -> [UInt8]? {
        do {
            if let path = arguments.value("--timestamp-request") {
                try OutputFile.write(request(false).bytes, to: path)
            }
            if let path = arguments.value("--timestamp") {
                return try request(false).token(in: try contents(path), orAlone: true)
            }
            guard let program = arguments.value("--timestamp-hook") else { return nil }
            return try TimestampHook(program).token(for: request(true))
        } catch let fault as TimestampFault {
            throw CommandFailure.refused(SigningFailure.timestamp(fault).explanation.commandDetail)
        }
    }

    /// Returns the token for the bytes that an earlier step reserved.
    func token(for room: SignatureRoom, _ path: String) throws -> [UInt8] {
        if let token = room.message {
            // Another timestamp may follow.
            guard isLasting, !arguments.has("--timestamp") else {
                throw CommandFailure.refused("the document already has a timestamp")
            }
            return token
        }
        let made = try token { hasNonce throws(TimestampFault) in
            try TimestampRequest(of: room.digest, hasNonce: hasNonce)
        }
        guard let made else {
            throw CommandFailure.usage(
                "\(path) reserves bytes for a document timestamp. Specify --timestamp or --timestamp-hook"
            )
        }
        return made
    }

    /// Returns the document with a token in the bytes just reserved, or the document unchanged if
    /// the user sends the request to an authority.
    private func stamped(_ document: [UInt8], _ path: String) throws -> [UInt8] {
        let room: SignatureRoom
        do throws(SignatureRoom.Fault) {
            room = try SignatureRoom(of: document, limit: Self.limit)
        } catch {
            throw Self.failure(error, path)
        }
        // The file of --timestamp is the token for the signature.
        guard arguments.has("--timestamp-hook") || arguments.has("--timestamp-request") else {
            throw CommandFailure.usage(
                "--document-timestamp needs --timestamp-hook, or --timestamp-request to ask an "
                    + "authority yourself")
        }
        let token = try token { hasNonce throws(TimestampFault) in
            try TimestampRequest(of: room.digest, hasNonce: hasNonce)
        }
        return try token.map { try filled(room, with: $0, path) } ?? document
    }

    // MARK: - Validation data

    /// Returns nil if no validation data is specified.
    private func validationData() throws(CommandFailure) -> ValidationData? {
        let paths = arguments.values("--validation-data")
        guard !paths.isEmpty else { return nil }
        let maxFiles = ValidationData.Limits.files
        var data = ValidationData()
        var count = 0
        for path in paths {
            let files = try Self.files(at: path, maxFiles: maxFiles)
            count += files.count
            guard count <= maxFiles else {
                throw .refused("--validation-data: there are more than \(maxFiles) files")
            }
            for file in files {
                do throws(ValidationFault) {
                    guard
                        let bytes = SigningKey.contents(
                            file, ValidationData.Limits.fileBytes + 1)
                    else { throw .unreadable(path: file) }
                    try data.add(file: bytes, path: file)
                } catch {
                    throw .refused("--validation-data: \(error.words)")
                }
            }
        }
        return data
    }

    /// Returns the file itself, or all files in a folder.
    private static func files(at path: String, maxFiles: Int) throws(CommandFailure) -> [String] {
        guard FileFacts(path)?.kind == .folder else { return [path] }
        do throws(SystemError) {
            let listing = try FolderTree(path).list(maxFiles: maxFiles + 1)
            guard listing.oddities.isEmpty else {
                throw SystemError("readdir")
            }
            return listing.names.map { path + "/" + $0 }
        } catch {
            throw .file("--validation-data: \(path) cannot be read")
        }
    }

    private static func failure(
        _ fault: LastingDocument.Fault, _ path: String
    ) -> CommandFailure {
        switch fault {
        case .unreadable(let fault): .refused("\(path): \(fault.explanation.commandDetail)")
        case .unsigned: .refused("\(path) is not signed")
        case .broken(let field, let words):
            .refused("\(path): the signature \(field) is not valid: \(words)")
        case .noTimestamp(let field):
            .refused(
                "\(path): the signature \(field) has no timestamp. Specify --timestamp-hook or --timestamp, "
                    + "or add --document-timestamp")
        case .validation(let fault): .refused("\(path): \(fault.words)")
        }
    }
}
