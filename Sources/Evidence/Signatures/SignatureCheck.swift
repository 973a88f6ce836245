import Basics

/// Checks a document's signatures: the bytes that they cover, whether these are unchanged, the
/// signer's key, and the time proven by timestamps. Trust in certificates is not judged: the reader
/// decides.
struct SignatureCheck {
    private let document: [UInt8]

    static func findings(
        in document: [UInt8], limit: Int, budget: WorkBudget = .unlimited
    ) throws(PDFReadFault) -> [SignatureFinding] {
        let fields = try SignatureField.all(of: document, limit: limit, budget: budget)
        let check = SignatureCheck(document: document)
        var findings: [SignatureFinding] = []
        for (index, field) in fields.enumerated() {
            let size = min(field.content.count, ParsedSignedData.maxBytes)
            guard budget.reserve(LibcryptoObject.bytesPerByte * size) else { throw .stopped }
            var finding = check.finding(of: field)
            let signed =
                field.room == nil
                ? field : try field.asSigned(in: document, limit: limit, budget: budget)
            if signed == nil {
                finding.faults.append("a later update changes its dictionary")
            }
            // Data after an earlier signature may belong to a later signature, which covers that
            // data, unless the earlier one forbids changes.
            let isLast = index == fields.count - 1
            let forbidsChanges = signed?.forbidsChanges ?? true
            let isStrict = isLast || forbidsChanges
            if isStrict || field.isTimestamp, !finding.coversAll, field.room != nil {
                let fault = try LaterParts.fault(
                    behind: field.end, in: document, allowsSignatures: !forbidsChanges,
                    limit: limit, budget: budget)
                finding.reachesEnd = fault == nil
                if isStrict, let fault {
                    finding.faults.append(
                        "\(document.count - field.end) bytes were added after the signed part: \(fault)"
                    )
                }
            }
            findings.append(finding)
        }
        try validate(
            &findings, of: fields, in: document, limit: limit, budget: budget)
        return try findings
            + removed(from: document, left: fields, limit: limit, budget: budget)
    }

    /// The maximum number of earlier file ends that are examined.
    private static let maxEnds = 16

    /// Signatures over earlier versions of the file that a later update removed from the form.
    private static func removed(
        from document: [UInt8], left fields: [SignatureField], limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) -> [SignatureFinding] {
        var findings: [SignatureFinding] = []
        for end in try ends(in: document, most: maxEnds + 1, budget).dropLast() {
            let part = Array(document[..<end])
            let known: [SignatureField]
            do throws(PDFReadFault) {
                known = try SignatureField.all(of: part, limit: limit, budget: budget)
            } catch {
                // This end is inside an object, such as an attachment.
                if case .damaged = error { continue }
                throw error
            }
            for field in known where !fields.contains(where: { $0.content == field.content }) {
                guard !findings.contains(where: { $0.field == field.name }) else { continue }
                var finding = SignatureFinding(field: field.name, kind: field.kind)
                finding.faults.append("a later update removes it from the document")
                findings.append(finding)
            }
        }
        return findings
    }

    private static func ends(
        in document: [UInt8], most: Int, _ budget: WorkBudget
    ) throws(PDFReadFault) -> [Int] {
        let word = Array("%%EOF".utf8)
        var ends: [Int] = []
        for place in budget.checked(document.indices)
        where document[place] == 0x25 && document[place...].starts(with: word) {
            ends.append(place + word.count)
            if ends.count == most { break }
        }
        guard budget.mayContinue else { throw .stopped }
        return ends
    }

    private static let brokenCertificate =
        "one of its certificates was changed after its issuer signed it"

    private func finding(of field: SignatureField) -> SignatureFinding {
        var finding = SignatureFinding(field: field.name, kind: field.kind)
        finding.reason = field.reason
        finding.location = field.location
        finding.name = field.signerName
        guard let room = field.room else {
            finding.faults.append("its range of signed bytes is invalid")
            return finding
        }
        finding.coversAll = field.end == document.count
        finding.reachesEnd = finding.coversAll
        let before = document[..<room.lowerBound]
        let behind = document[room.upperBound..<field.end]
        switch field.kind {
        case "ETSI.CAdES.detached", "adbe.pkcs7.detached":
            check(field.content, before: before, behind: behind, &finding)
        case SignatureField.timestampKind:
            checkStamp(field.content, before: before, behind: behind, &finding)
        default: finding.faults.append("its format is not supported")
        }
        return finding
    }

    private func check(
        _ content: [UInt8], before: ArraySlice<UInt8>, behind: ArraySlice<UInt8>,
        _ finding: inout SignatureFinding
    ) {
        guard content.contains(where: { $0 != 0 }) else {
            finding.faults.append("it is empty: the space reserved for it was never filled")
            return
        }
        // Any error means that the message is malformed, which is reported as a finding.
        guard let message = try? ParsedSignedData(content) else {
            finding.faults.append("its contents cannot be read")
            return
        }
        finding.signer = message.signer?.subject
        finding.certificateEnds = message.signer?.lastDay
        finding.digestFits = message.isAbout(before, behind)
        finding.isRight = message.isSignedRight && message.isConsistent
        if !message.isAlone(in: content) {
            finding.faults.append("unsigned data follows it")
        }
        if !finding.digestFits {
            finding.faults.append("the document was changed since it was signed")
        }
        if !finding.isRight {
            finding.faults.append("the signature was not made by the key of its certificate")
        }
        // Whoever factors the key can sign anything.
        if let key = message.signer?.key, !key.isStrong {
            finding.faults.append("the key of its certificate is too short (\(key.bits) bits)")
        }
        if message.hasBrokenCertificate { finding.faults.append(Self.brokenCertificate) }
        finding.uncoveredCertificates = message.uncoveredCertificates
        for bytes in message.timestamps.prefix(4) {
            do throws(TimestampFault) {
                let token = try TimestampToken(bytes)
                try token.expect(over: message.signature[...])
                finding.timestamp = token.finding
                if token.hasBrokenCertificate { finding.faults.append(Self.brokenCertificate) }
                finding.uncoveredCertificates += token.uncoveredCertificates
            } catch {
                finding.faults.append("its timestamp is invalid")
            }
        }
    }

    /// Checks a timestamp over the whole document.
    private func checkStamp(
        _ content: [UInt8], before: ArraySlice<UInt8>, behind: ArraySlice<UInt8>,
        _ finding: inout SignatureFinding
    ) {
        do throws(TimestampFault) {
            let token = try TimestampToken(content, isPadded: true)
            finding.signer = token.authority
            try token.expect(over: before, behind)
            (finding.digestFits, finding.isRight) = (true, true)
            finding.timestamp = token.finding
            if token.hasBrokenCertificate { finding.faults.append(Self.brokenCertificate) }
            finding.uncoveredCertificates = token.uncoveredCertificates
        } catch {
            finding.digestFits = error == .badSignature
            finding.faults.append(
                error == .otherImprint
                    ? "the document was changed since it was stamped"
                    : "the timestamp is invalid")
        }
    }
}

extension TimestampToken {
    fileprivate var finding: SignatureFinding.Timestamp {
        SignatureFinding.Timestamp(moment: moment, authority: authority ?? "")
    }
}

/// How long signatures can be validated from the document alone (ETSI EN 319 142-1, 6).
extension SignatureCheck {
    static func validate(
        _ findings: inout [SignatureFinding], of fields: [SignatureField], in document: [UInt8],
        limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) {
        guard !fields.isEmpty else { return }
        let moments = fields.indices.map { index in
            findings[index].isRight && findings[index].digestFits
                ? SignatureMoments(of: index, in: fields, document) : nil
        }
        for (index, moments) in moments.enumerated() where !fields[index].isTimestamp {
            guard let moments else { continue }
            let isStamped = moments.hasTimestamp || !moments.covers.isEmpty
            findings[index].level = isStamped ? .timestamped : .basic
        }
        var stores = Stores(document, limit: limit, budget: budget)
        let whole: (store: SecurityStore, data: ValidationData)
        do throws(StoreFault) {
            guard let read = try stores.store(upTo: document.count) else { return }
            whole = read
        } catch {
            guard case .words(let words) = error else { throw .stopped }
            for index in fields.indices { findings[index].lacks = words }
            return
        }
        let names = Set(fields.flatMap { SecurityStore.names(of: $0.content) })
        if whole.store.parts.keys.contains(where: { !names.contains($0) }) {
            findings[fields.count - 1].faults.append(
                "validation data is for a signature that is not in the document")
        }
        for (index, moments) in moments.enumerated() {
            guard let moments, budget.mayContinue else { continue }
            if moments.lasts(in: fields, by: &stores) {
                findings[index].level = fields[index].isTimestamp ? nil : .archival
                continue
            }
            do throws(ValidationFault) {
                _ = try moments.paths(by: whole.data, now: nil)
                if findings[index].level == .timestamped { findings[index].level = .longTerm }
            } catch {
                findings[index].lacks = error.words
            }
        }
    }

    enum StoreFault: Error {
        case stopped
        case words(String)
    }

    /// The validation data in parts of a document, each part read once.
    struct Stores {
        typealias Store = (store: SecurityStore, data: ValidationData)

        private let document: [UInt8]
        private let limit: Int
        private let budget: WorkBudget
        private var known: [Int: Result<Store?, StoreFault>] = [:]

        init(_ document: [UInt8], limit: Int, budget: WorkBudget) {
            self.document = document
            self.limit = limit
            self.budget = budget
        }

        mutating func store(upTo end: Int) throws(StoreFault) -> Store? {
            if let read = known[end] { return try read.get() }
            let read = Result { () throws(StoreFault) in try self.read(upTo: end) }
            known[end] = read
            return try read.get()
        }

        private func read(upTo end: Int) throws(StoreFault) -> Store? {
            let store: SecurityStore?
            do throws(PDFReadFault) {
                let objects = try PDFObjects(
                    end == document.count ? document : Array(document[..<end]), limit: limit,
                    budget: budget)
                store = try SecurityStore(of: objects, budget: budget)
            } catch {
                switch error {
                case .damaged(let words): throw .words(words)
                case .tooLarge: throw .words("the validation data is too large")
                case .stopped, .noPDF, .encrypted: throw .stopped
                }
            }
            guard let store else { return nil }
            let size = SecurityStore.Kind.allCases.flatMap(store.bytes).reduce(0) { $0 + $1.count }
            guard budget.reserve(LibcryptoObject.bytesPerByte * size) else { throw .stopped }
            do throws(ValidationFault) {
                return (store, try store.data())
            } catch {
                throw .words(error.words)
            }
        }
    }
}
