import Basics
import Evidence
import Rendering
import Service
import System

/// Adds validation data and timestamps, so that signatures stay verifiable.
extension FinishCommand {
    var isLasting: Bool { arguments.has("--validation-data") || hasDocumentTimestamp }

    /// Whether the requested timestamp is for the whole document.
    var asksForDocument: Bool {
        hasDocumentTimestamp && arguments.has("--timestamp-request")
    }

    private var hasDocumentTimestamp: Bool { arguments.has("--document-timestamp") }

    func lasting(_ document: [UInt8], _ path: String) throws -> [UInt8] {
        let room = try settings().signRoom
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
