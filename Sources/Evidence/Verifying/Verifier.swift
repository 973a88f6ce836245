package import Basics

/// Checks an evidence document's seal, which covers every byte, its chain and its signatures.
///
/// A recreated document has a seal of its own: only drawing it again, a signature, or a chain known
/// from another source detects that.
package struct Verifier {
    package enum Failure: Error, Sendable, Equatable {
        case unreadable(PDFReadFault)
        case memory
        case stopped

        package var explanation: Explanation {
            switch self {
            case .unreadable(let fault): fault.explanation
            case .memory: .memory
            case .stopped: .timeout
            }
        }
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

    static func reading<Value>(
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
        guard let manifest = try Self.parsed(bytes, budget), manifest["manifest"]?.string != nil
        else { return result.add(.manifest, "the manifest cannot be read") }
        let document =
            seal
            ?? SealedDocument(
                document, embedded,
                fault: "the document does not state its own digest: a program rewrote it, or an "
                    + "early version of Chatprint made it")
        result.sealed = SealedEvidence(
            bytes: document.bytes, files: embedded.files, manifest: manifest,
            signatureRoom: document.signatureRoom)
        if let fault = document.fault {
            result.add(.bytes, fault)
        } else if document.added > 0 {
            try checkAdded(to: document)
        }
        result.files = budget.checked(manifest["files"]?.array ?? []).map { entry in
            Verification.File(
                role: entry["role"]?.string ?? "file",
                name: entry["file"]?.string ?? entry["name"]?.string ?? "",
                state: entry["file"] != nil
                    ? .inside : entry["sha256"] == nil ? .withheld : .elsewhere)
        }
        guard budget.mayContinue else { throw .stopped }
        try checkChain(manifest)
    }

    /// Returns nil for a document that does not state its own digest.
    private mutating func checkSeal() throws(Failure) -> SealedDocument? {
        // Programs that sign a document may add metadata in another notation, so the statement is
        // searched for in the bytes.
        var last: SealedDocument?
        for statement in SealStatement.all(in: document, budget) {
            let seal: SealedDocument
            do throws(PDFReadFault) {
                seal = try SealedDocument(
                    document, embedded, statement, limit: limit, budget: budget)
            } catch {
                guard error != .stopped else { throw .stopped }
                seal = SealedDocument(document, embedded, fault: "the document is damaged")
            }
            last = seal
            if seal.fault == nil { break }
        }
        guard budget.mayContinue else { throw .stopped }
        if let last { embedded = last.files }
        return last
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
    static func parsed(_ bytes: [UInt8], _ budget: WorkBudget) throws(Failure) -> JSONValue? {
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

    private mutating func checkChain(_ manifest: JSONValue) throws(Failure) {
        guard let bytes = embedded.files[Manifest.conversationName] else {
            return result.add(.conversation, "the document has no conversation")
        }
        let chain: MessageChain
        do throws(MessageChain.Fault) {
            chain = try MessageChain(
                of: bytes, files: manifest["files"] ?? .array([]), budget: budget)
        } catch {
            switch error {
            case .memory: throw .memory
            case .stopped: throw .stopped
            case .json, .noMessages:
                return result.add(
                    .conversation, "\(Manifest.conversationName) is not a valid conversation")
            }
        }
        result.messages = chain.links.count
        result.chain = chain.head
        if chain.head != manifest["chain"]?["head"]?.string {
            result.add(.chain, "the manifest states another chain than its files and messages have")
        }
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
