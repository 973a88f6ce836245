package import Basics

/// Verifies an evidence document against its own statements: its files, its messages and their
/// chain, the bytes of the file, and its signatures.
///
/// This detects changes unless the whole document was recreated. A recreated document has another
/// chain, and its digests prove nothing unless they are signed or known from another source.
package struct Verifier {
    /// Why a document cannot be verified.
    package enum Failure: Error, Sendable, Equatable {
        case unreadable(PDFReadFault)
        case memory
        case stopped
    }

    private let document: [UInt8]
    private let limit: Int
    private let budget: WorkBudget
    private var embedded: EmbeddedFiles
    private var result = Verification()

    /// - Parameters:
    ///   - limit: the maximum number of decompressed bytes to read.
    ///   - chain: the chain's head, or at least its first eight digits, as known from another source.
    package static func verify(
        _ document: [UInt8], limit: Int, chain: String? = nil,
        budget: WorkBudget = .unlimited
    ) throws(Failure) -> Verification {
        var verifier = try Verifier(document, limit: limit, budget: budget)
        try verifier.checkSignatures()
        try verifier.check()
        if let chain { verifier.compare(with: chain) }
        return verifier.result
    }

    private init(
        _ document: [UInt8], limit: Int, budget: WorkBudget
    ) throws(Failure) {
        self.document = document
        self.limit = limit
        self.budget = budget
        embedded = try Self.reading { () throws(PDFReadFault) in
            try EmbeddedFiles(of: document, limit: limit, budget: budget)
        }
    }

    private static func reading<Value>(
        _ body: () throws(PDFReadFault) -> Value
    ) throws(Failure) -> Value {
        do throws(PDFReadFault) {
            return try body()
        } catch {
            throw error == .stopped ? .stopped : .unreadable(error)
        }
    }

    private mutating func check() throws(Failure) {
        let seal = try checkSeal()
        guard let bytes = embedded.files[Manifest.fileName] else {
            result.hasManifest = false
            if seal != nil { result.add(.manifest, "the document no longer has a manifest") }
            return
        }
        let forms = [Manifest.version, Manifest.earlierVersion]
        guard let manifest = try parsed(bytes), let files = manifest["files"],
            let form = manifest["manifest"]?.string, forms.contains(form)
        else {
            result.add(.manifest, "the manifest cannot be read, or its version is unknown")
            return
        }
        result.program = manifest["program"]?.string
        result.created = manifest["created"]?.string
        if form == Manifest.version || seal != nil { try check(seal, manifest) }
        try check(files: files.array ?? [])
        try check(conversationBy: manifest, files)
        checkMetadata()
    }

    // MARK: - Bytes

    /// Returns nil for a document that does not state its own digest.
    private mutating func checkSeal() throws(Failure) -> SealedDocument? {
        guard let packet = embedded.metadata else { return nil }
        if let statement = SealStatement(in: packet) {
            let seal = try sealed(by: statement.seal)
            embedded = seal.files
            return seal
        }
        // Programs that sign a document may rewrite its metadata in another notation. The document
        // itself still states its digest.
        guard embedded.files[Manifest.fileName] != nil else { return nil }
        for statement in SealStatement.all(in: document, budget) {
            let seal = try sealed(by: statement)
            guard seal.fault == nil else { continue }
            embedded = seal.files
            return seal
        }
        guard budget.mayContinue else { throw .stopped }
        return nil
    }

    private func sealed(by statement: FileSeal) throws(Failure) -> SealedDocument {
        do throws(PDFReadFault) {
            return try SealedDocument(
                document, embedded, statement, limit: limit, budget: budget)
        } catch {
            guard error != .stopped else { throw .stopped }
            return SealedDocument(document, embedded, fault: "the document is damaged")
        }
    }

    private mutating func check(
        _ seal: SealedDocument?, _ manifest: JSONValue
    ) throws(Failure) {
        result.coversPages = true
        let seal =
            seal
            ?? SealedDocument(
                document, embedded, fault: "the document no longer states its own digest")
        var room = seal.signatureRoom
        if room == nil, seal.fault != nil { room = try formerRoom() }
        result.sealed = SealedEvidence(
            bytes: seal.bytes, files: seal.files.files, manifest: manifest, signatureRoom: room)
        if let fault = seal.fault {
            result.add(.bytes, fault)
            try locate(in: seal.bytes, manifest)
        } else if seal.added > 0 {
            try checkAdded(to: seal)
        }
    }

    /// Returns the size of the signature in a repacked document, in which the signature is no
    /// longer valid.
    private func formerRoom() throws(Failure) -> Int? {
        let (document, limit, budget) = (document, limit, budget)
        return try Self.reading { () throws(PDFReadFault) in
            try SignatureField.all(of: document, limit: limit, budget: budget)
        }.first { !$0.isTimestamp }?.content.count
    }

    /// Reports the places where the contents of pages do not match the manifest.
    private mutating func locate(in bytes: [UInt8], _ manifest: JSONValue) throws(Failure) {
        let check: ShownCheck
        do throws(Failure) {
            check = try ShownCheck(
                bytes, manifest["shown"] ?? .null, limit: limit, budget: budget)
        } catch {
            guard case .unreadable = error else { throw error }
            return result.add(.part, "the pages cannot be read")
        }
        for part in check.differences {
            result.add(.part, "\(part.words): does not match the manifest")
        }
    }

    /// Checks that only signatures, their validation data and timestamps follow the document.
    private mutating func checkAdded(to seal: SealedDocument) throws(Failure) {
        guard let last = result.signatures.last, last.reachesEnd else {
            return result.add(.addedBytes, "\(seal.added) bytes were added after the document")
        }
        let (document, limit, budget) = (document, limit, budget)
        let fault = try Self.reading { () throws(PDFReadFault) in
            try LaterParts.fault(
                behind: seal.bytes.count, in: document, allowsSignatures: true, limit: limit,
                budget: budget)
        }
        if let fault {
            result.add(
                .addedBytes, "\(seal.added) bytes were added after the document: \(fault)")
        }
        result.addedBytes = seal.added
    }

    /// Returns nil if the bytes are not valid JSON.
    private func parsed(_ bytes: [UInt8]) throws(Failure) -> JSONValue? {
        // A tree of `1,` takes many times the memory of its text. A tree of names with digests
        // takes only slightly more.
        let values = bytes.count {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
        }
        guard budget.reserve(bytes.count + 48 * values) else { throw .stopped }
        do throws(JSONError) {
            return try JSONValue(parsing: bytes, budget: budget)
        } catch {
            if error == .stopped { throw .stopped }
            return nil
        }
    }

    private mutating func checkSignatures() throws(Failure) {
        let (document, limit, budget) = (document, limit, budget)
        result.add(
            try Self.reading { () throws(PDFReadFault) in
                try SignatureCheck.findings(in: document, limit: limit, budget: budget)
            })
    }

    private mutating func check(files: [JSONValue]) throws(Failure) {
        let check = try FileCheck(of: embedded, listed: files, budget: budget)
        result.files = check.files
        for fault in check.faults { result.add(fault.kind, fault.words) }
    }

    // MARK: - Messages

    private mutating func check(
        conversationBy manifest: JSONValue, _ files: JSONValue
    ) throws(Failure) {
        let entry = files.array?.first {
            $0["role"]?.string == Manifest.File.Role.conversation.rawValue
        }
        guard let name = entry?["file"]?.string, let bytes = embedded.files[name] else {
            return result.add(.conversation, "the document has no conversation")
        }
        let chain: MessageChain
        do throws(MessageChain.Fault) {
            chain = try MessageChain(of: bytes, files: files, budget: budget)
        } catch {
            switch error {
            case .memory: throw .memory
            case .stopped: throw .stopped
            case .json, .noMessages:
                return result.add(.conversation, "\(name) is not a valid conversation")
            }
        }
        result.messages = chain.links.count
        result.chain = chain.head
        let recorded = manifest["messages"]?.array ?? []
        if recorded.count != chain.links.count {
            result.add(
                .messageCount,
                "the conversation has \(chain.links.count) messages; the manifest has "
                    + "\(recorded.count)")
        }
        for (index, pair) in zip(chain.links, recorded).enumerated()
        where pair.0.digest != pair.1["sha256"]?.string {
            let number = pair.1["number"].flatMap(\.int) ?? index + 1
            result.add(.changedMessage, "message #\(number) does not match the manifest")
        }
        if chain.start != manifest["chain"]?["start"]?.string {
            result.add(.chain, "the chain does not begin with the manifest's files")
        }
        if chain.head != manifest["chain"]?["head"]?.string {
            result.add(.chain, "the chain does not end as the manifest states")
        }
    }

    // MARK: - Metadata

    /// The maximum size of the metadata. This program writes no larger packets.
    private static let maxMetadataLength = 1 << 20

    private mutating func checkMetadata() {
        guard let bytes = embedded.metadata, bytes.count <= Verifier.maxMetadataLength,
            case let packet = String(decoding: bytes, as: UTF8.self),
            let recorded = Verifier.property("chain", in: packet)
        else {
            return result.add(.metadata, "the document's metadata does not state the chain")
        }
        if let chain = result.chain, recorded != chain {
            result.add(.metadata, "the document's metadata states another chain: \(recorded)")
        }
        if let count = Verifier.property("messages", in: packet), count != String(result.messages) {
            result.add(.metadata, "the document's metadata states \(count.prefix(20)) messages")
        }
    }

    private static func property(_ name: String, in packet: String) -> String? {
        let tag = Manifest.prefix + ":" + name + ">"
        guard let start = packet.firstRange(of: "<" + tag),
            let end = packet[start.upperBound...].firstRange(of: "</" + tag)
        else { return nil }
        return String(packet[start.upperBound..<end.lowerBound].prefix(128))
    }

    /// The minimum number of digits, as in the footer of each page. Fewer ones fit by chance.
    private static let minChainDigits = 8

    private mutating func compare(with known: String) {
        let wanted = known.lowercased()
        guard wanted.utf8.count >= Self.minChainDigits else {
            return result.add(
                .otherChain, "\(known) is too short for a chain; give at least its first 8 digits")
        }
        guard let chain = result.chain, chain.hasPrefix(wanted) else {
            return result.add(
                .otherChain,
                result.chain.map { "the chain is \($0), not \(known.prefix(64))" }
                    ?? "the document has no chain to compare with \(known.prefix(64))")
        }
    }
}
