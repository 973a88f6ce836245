import Basics
import Evidence

/// Writes a document's objects into a file (ISO 32000-1, 7.5). Written bytes can be sent
/// immediately; only the offset of each object is kept.
final class PDFFile {
    /// The approximate memory kept for each object until the end: its offset and its structure
    /// data.
    private static let objectBytes = 200

    private let compressor: StreamCompressor
    /// The budget that loops over many objects check.
    let budget: WorkBudget
    private var places: [CrossReferences.Place] = [.unwritten]
    private var output = PDFMarkup()
    /// The number of bytes that `takeBytes` has returned so far.
    private var taken = 0
    private var packed = PackedObjects()
    /// Streams that are neither compressed nor written yet.
    private var pending: [PendingStream] = []
    private var digest = PDFDigest()
    /// The reserved place of the signature; nil before it is reserved.
    private var room: SignatureRoom?
    /// The digest of all bytes taken so far, for the signature; nil if the document is not signed.
    private var signedDigest: RunningDigest?
    /// What the document states about its own bytes, if it does.
    private var statement: SealStatement?
    /// The font files of a document with its own digest.
    var fontSources: [FontSource] = []
    private let lock: DocumentLock?
    /// Whether encrypting an object failed; `check` then throws.
    private var isUnlocked = false

    /// - Parameter isSecond: whether the file is PDF 2.0 (ISO 32000-2). This encryption is only
    ///   defined there.
    init(
        compressor: StreamCompressor, budget: WorkBudget = .unlimited, isSigned: Bool = false,
        isSealed: Bool = false, isSecond: Bool = false, lock: DocumentLock? = nil
    ) {
        self.compressor = compressor
        self.budget = budget
        self.lock = lock
        signedDigest = isSigned ? RunningDigest() : nil
        statement = isSealed ? SealStatement() : nil
        // The bytes of the second line mark the file as binary for transfer programs (7.5.2).
        output.raw(isSecond || lock != nil ? "%PDF-2.0\n%" : "%PDF-1.7\n%")
        output.raw([0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// Reserves a number, so that others can refer to the object before it is written.
    func reserve() -> PDFReference {
        _ = budget.reserve(PDFFile.objectBytes)
        places.append(.unwritten)
        return PDFReference(number: places.count - 1)
    }

    /// Throws if the work must end.
    func check() throws(PDFFault) {
        guard budget.mayContinue else { throw .stopped }
        guard !isUnlocked else { throw .lock }
    }

    @discardableResult
    func add(
        as reserved: PDFReference? = nil, _ body: (inout PDFMarkup) -> Void
    ) -> PDFReference {
        let reference = reserved ?? reserve()
        packed.add(reference, body)
        if packed.isFull { endPacked() }
        return reference
    }

    enum Coding {
        /// Bytes to compress.
        case plain
        /// Bytes to compress that later documents may have, too.
        case recurring
        /// Bytes that are already compressed.
        case deflated
        /// Unchanged; the dictionary's entries name the filter.
        case coded
        /// To be compressed but never encrypted: the cross-reference stream.
        case open
    }

    /// Writes a stream with its dictionary entries. None of them may be a string, because the
    /// strings of an encrypted document are in object streams.
    @discardableResult
    func addStream(
        as reserved: PDFReference? = nil, _ data: [UInt8], _ coding: Coding = .plain,
        entries: (inout PDFMarkup) -> Void = { _ in }
    ) -> PDFReference {
        let reference = reserved ?? reserve()
        var bytes =
            switch coding {
            case .plain, .open: compressor.compress(data)
            case .recurring: compressor.compressRecurring(data)
            case .deflated, .coded: data
            }
        if let lock, coding != .open {
            do throws(DocumentLock.Failure) {
                bytes = try lock.sealed(bytes, of: reference)
            } catch {
                isUnlocked = true
                bytes = []
            }
        }
        places[reference.number] = .offset(taken + output.bytes.count)
        output.integer(reference.number)
        output.raw("0 obj\n<</Length ")
        output.integer(bytes.count)
        if coding != .coded { output.raw("/Filter/FlateDecode") }
        entries(&output)
        output.raw(">>\nstream\n")
        output.raw(bytes)
        // PDF/A-3 (ISO 19005-3, 6.1.7.1) requires an end of line before `endstream`.
        output.raw(Self.streamEnd)
        return reference
    }

    private static let streamEnd: StaticString = "\nendstream\nendobj\n"

    func takeBytes() -> [UInt8] {
        digest.add(output.bytes)
        let bytes = output.bytes
        if room == nil { signedDigest?.add(bytes) }
        statement?.add(bytes)
        taken += bytes.count
        output = PDFMarkup()
        return bytes
    }

    /// Writes the cross-reference table and the end of the file. The same objects give the same
    /// bytes.
    ///
    /// - Parameter info: the Info dictionary; nil if only the metadata stream is used (ISO 32000-2,
    ///   14.3.3).
    func end(root: PDFReference, info: PDFReference?) {
        endPacked()
        writePending()
        let encryption = writeLock()
        let table = reserve()
        let start = taken + output.bytes.count
        places[table.number] = .offset(start)
        digest.add(output.bytes)
        let identity = digest.bytes
        let references = CrossReferences(places)
        addStream(as: table, references.filtered, .open) { entries in
            entries.raw("/DecodeParms<</Predictor 12/Columns ")
            entries.integer(references.columns)
            entries.raw(">>")
            entries.raw("/Type/XRef/W[1 ")
            entries.integer(references.width)
            entries.raw("2]/Size ")
            entries.integer(places.count)
            entries.raw("/Root ")
            entries.reference(root)
            if let info {
                entries.raw("/Info ")
                entries.reference(info)
            }
            if let encryption {
                entries.raw("/Encrypt ")
                entries.reference(encryption)
            }
            entries.raw("/ID[")
            for _ in 0..<2 {
                entries.raw("<")
                for byte in identity { entries.hexadecimal(byte) }
                entries.raw(">")
            }
            entries.raw("]")
        }
        output.raw("startxref\n")
        output.integer(start)
        output.raw("\n%%EOF\n")
        guard let room else { return }
        output.replace(
            at: room.range, with: room.byteRange(after: taken, all: taken + output.bytes.count))
    }

    /// Writes the encryption dictionary outside object streams, because readers need it to decrypt
    /// them (ISO 32000-2, 7.5.7).
    private func writeLock() -> PDFReference? {
        guard let lock else { return nil }
        let reference = reserve()
        places[reference.number] = .offset(taken + output.bytes.count)
        output.integer(reference.number)
        output.raw("0 obj\n")
        lock.write(to: &output)
        output.raw("\nendobj\n")
        return reference
    }

    // MARK: Sealing

    var isSealed: Bool { statement != nil }

    /// Records that the last stream contains the placeholder for the document's digest at an
    /// offset.
    func reserveSeal(at offset: Int, of data: [UInt8]) {
        statement?.place =
            output.bytes.count - Self.streamEnd.utf8CodeUnitCount - data.count + offset
    }

    /// Writes the document's length and digest into the placeholder once the file is complete. The
    /// digest covers zeros in place of a later signature.
    func seal() throws(PDFFault) {
        guard let statement else { return }
        try statement.write(to: &output, after: taken)
    }

    // MARK: Signing

    /// Writes a signature dictionary with a placeholder for the signature. From here on, no bytes
    /// are sent until the document is signed.
    func addSignature(
        as reference: PDFReference, room bytes: Int, entries: (inout PDFMarkup) -> Void
    ) {
        places[reference.number] = .offset(taken + output.bytes.count)
        output.integer(reference.number)
        output.raw("0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached")
        entries(&output)
        output.raw("/ByteRange[")
        let range = output.bytes.count
        output.raw([UInt8](repeating: 0x20, count: SignatureRoom.rangeBytes))
        output.raw("]/Contents")
        room = SignatureRoom(range: range, contents: output.bytes.count, bytes: bytes)
        output.raw("<")
        output.raw([UInt8](repeating: 0x30, count: 2 * bytes))
        output.raw(">>>\nendobj\n")
    }

    /// Signs the complete document (ISO 32000-1, 12.8.1).
    func sign(by signer: any DocumentSigner) throws(PDFFault) {
        guard let room, var signedDigest else { throw .signature(.refused) }
        signedDigest.add(Array(output.bytes[..<room.contents]))
        signedDigest.add(Array(output.bytes[room.end...]))
        let digest: [UInt8]
        do throws(DigestFailure) {
            digest = try signedDigest.bytes()
        } catch {
            throw .signature(.refused)
        }
        let message: [UInt8]
        do throws(SigningFailure) {
            message = try signer.message(about: digest)
        } catch {
            throw .signature(error)
        }
        guard message.count <= room.bytes else {
            throw .signature(.noRoom(needed: message.count, room: room.bytes))
        }
        output.replace(
            at: room.contents + 1, with: Array(Hexadecimal.text(of: message).utf8))
    }

    // MARK: Pending streams

    func addPending(_ stream: PendingStream) { pending.append(stream) }

    /// Returns the streams that are to be compressed and written before the document ends.
    func takePending() -> [PendingStream] {
        defer { pending = [] }
        return pending
    }

    func write(_ stream: DeflatedStream) {
        addStream(as: stream.reference, stream.bytes, .deflated, entries: stream.kind.write)
    }

    func writePending() {
        for stream in takePending() {
            addStream(as: stream.reference, stream.bytes, entries: stream.kind.write)
        }
    }

    /// Ends the stream of packed objects if it has become large.
    func endLargePacked() {
        if packed.isLarge { endPacked() }
    }

    private func endPacked() {
        guard !packed.numbers.isEmpty else { return }
        let stream = reserve()
        for (index, number) in packed.numbers.enumerated() {
            places[number] = .packed(stream: stream.number, index: index)
        }
        addPending(packed.takeStream(as: stream))
    }
}
