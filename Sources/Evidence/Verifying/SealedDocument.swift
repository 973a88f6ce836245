import Basics

/// The part of a file that its own digest covers, and whether the digest matches.
struct SealedDocument {
    /// The document as originally written, with zeros instead of a signature's bytes.
    let bytes: [UInt8]
    let files: EmbeddedFiles
    /// The size of the space for a signature in bytes, or nil if the document has none.
    let signatureRoom: Int?
    /// The number of bytes added after the document.
    let added: Int
    /// Why the digest does not match, or nil if it does.
    let fault: String?

    /// - Parameters:
    ///   - whole: the files of the whole file. Their metadata states where the document ends.
    init(
        _ file: [UInt8], _ whole: EmbeddedFiles, _ statement: FileSeal, limit: Int,
        budget: WorkBudget
    ) throws(PDFReadFault) {
        let count = statement.count
        guard count <= file.count else {
            self.init(
                file, whole, fault: "only \(file.count) of the document's \(count) bytes are left")
            return
        }
        guard budget.reserve(file.count) else { throw .stopped }
        var bytes = count < file.count ? Array(file[..<count]) : file
        let files: EmbeddedFiles
        do throws(PDFReadFault) {
            files =
                count < file.count
                ? try EmbeddedFiles(of: bytes, limit: limit, budget: budget) : whole
        } catch {
            guard error != .stopped else { throw error }
            self.init(file, whole, fault: "the document does not end at the offset that it states")
            return
        }
        guard let packet = files.metadata, let start = files.metadataStart,
            let own = SealStatement(in: packet), own.seal == statement
        else {
            self.init(file, whole, fault: "the document's digest is not in its expected place")
            return
        }
        let fields = try SignatureField.all(of: bytes, limit: limit, budget: budget)
        let room = fields.last { $0.end == count }?.room
        var fault: String?
        if let room {
            let digits = room.dropFirst().dropLast()
            // With uppercase digits, the same signature would yield a different file.
            let isPlain = bytes[digits].allSatisfy(ASCII.isLowercaseHexDigit)
            if !isPlain { fault = "the signature is not written in its original digits" }
            bytes.replaceSubrange(digits, with: [UInt8](repeating: 0x30, count: digits.count))
        }
        let place = start + own.range.lowerBound..<start + own.range.upperBound
        guard let digest = Self.digest(of: bytes, without: place) else { throw .stopped }
        if digest != own.seal.digest {
            fault = "the document's SHA-256 is \(digest); it states \(own.seal.digest)"
        }
        self.init(
            bytes, files, fault: fault, signatureRoom: room.map { $0.count / 2 - 1 },
            added: file.count - count)
    }

    init(
        _ bytes: [UInt8], _ files: EmbeddedFiles, fault: String?, signatureRoom: Int? = nil,
        added: Int = 0
    ) {
        self.bytes = bytes
        self.files = files
        self.fault = fault
        self.signatureRoom = signatureRoom
        self.added = added
    }

    /// Returns nil if libcrypto cannot allocate memory.
    private static func digest(of bytes: [UInt8], without place: Range<Int>) -> String? {
        do throws(DigestFailure) {
            let hash = try SHA256()
            try hash.update(bytes.span.extracting(..<place.lowerBound))
            try hash.update(Array(FileSeal.placeholder.utf8))
            try hash.update(bytes.span.extracting(place.upperBound...))
            return try hash.finish()
        } catch {
            return nil
        }
    }
}

/// The statement of a document's length and digest in its metadata.
struct SealStatement {
    let seal: FileSeal
    let range: Range<Int>

    private static let tag = Array("<\(Manifest.prefix):seal>".utf8)
    private static let length = FileSeal.placeholder.utf8.count

    /// Returns nil unless the packet has exactly one statement, in the notation of this program.
    init?(in packet: [UInt8]) {
        guard let range = Self.place(in: packet),
            let seal = FileSeal(String(decoding: packet[range], as: UTF8.self))
        else { return nil }
        self.seal = seal
        self.range = range
    }

    /// The maximum number of statements examined in a file. Attached documents may contain others.
    private static let maxStatements = 16

    static func all(in file: [UInt8], _ budget: WorkBudget) -> [FileSeal] {
        var seals: [FileSeal] = []
        for place in budget.checked(file.indices)
        where file[place] == tag[0] && file[place...].starts(with: tag) {
            let text = file[place...].dropFirst(tag.count).prefix(length)
            guard let seal = FileSeal(String(decoding: text, as: UTF8.self)),
                seal.count <= file.count
            else { continue }
            seals.append(seal)
            if seals.count == maxStatements { break }
        }
        return seals
    }

    private static func place(in packet: [UInt8]) -> Range<Int>? {
        let tags = packet.ranges(of: tag)
        guard tags.count == 1, let start = tags.first?.upperBound,
            start + length <= packet.count
        else { return nil }
        return start..<start + length
    }
}
