import Basics
import CDeflate
import Evidence

/// Writes a document's objects into a file (ISO 32000-1, 7.5). Written bytes can be sent
/// immediately; only the offset of each object is kept.
final class PDFFile {
    /// Approximate: an object's offset and structure data are kept until the end.
    private static let objectBytes = 200

    private let compressor: StreamCompressor
    let budget: WorkBudget
    private var places: [CrossReferences.Place] = [.unwritten]
    private var output = PDFMarkup()
    /// The number of bytes that `takeBytes` has returned so far.
    private var taken = 0
    private var packed = PackedObjects()
    private var pending: [PendingStream] = []
    private var digest = PDFDigest()
    private var room: SignatureRoom?
    /// Of all bytes taken so far; nil if the document is not signed.
    private var signedDigest: RunningDigest?
    private var statement: SealStatement?
    /// The font files of a document with its own digest.
    var fontSources: [FontSource] = []
    private let lock: DocumentLock?
    /// Whether encrypting an object failed; `check` then throws.
    private var isUnlocked = false

    /// - Parameter isSecond: PDF 2.0 (ISO 32000-2), the only version with this encryption.
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

    /// The same objects give the same bytes.
    ///
    /// - Parameter info: nil if only the metadata stream is used (ISO 32000-2, 14.3.3).
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

    /// Outside object streams, because readers need it to decrypt them (ISO 32000-2, 7.5.7).
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

    /// The last stream contains the placeholder for the document's digest at the offset.
    func reserveSeal(at offset: Int, of data: [UInt8]) {
        statement?.place =
            output.bytes.count - Self.streamEnd.utf8CodeUnitCount - data.count + offset
    }

    /// Called once the file is complete. The digest covers zeros in place of a later signature.
    func seal() throws(PDFFault) {
        guard let statement else { return }
        try statement.write(to: &output, after: taken)
    }

    // MARK: Signing

    /// From here on, no bytes are sent until the document is signed.
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

    @discardableResult
    func addPending(
        as reserved: PDFReference? = nil, _ bytes: [UInt8], _ kind: PendingStream.Kind
    ) -> PDFReference {
        let reference = reserved ?? reserve()
        pending.append(PendingStream(reference: reference, kind: kind, bytes: bytes))
        return reference
    }

    func takePending() -> [PendingStream] {
        defer { pending = [] }
        return pending
    }

    func write(_ stream: DeflatedStream) {
        addStream(as: stream.reference, stream.bytes, .deflated, entries: stream.kind.write)
    }

    func writePending() {
        for stream in takePending() { write(stream.deflated(by: compressor)) }
    }

    func endLargePacked() {
        if packed.isLarge { endPacked() }
    }

    private func endPacked() {
        guard !packed.numbers.isEmpty else { return }
        let stream = reserve()
        for (index, number) in packed.numbers.enumerated() {
            places[number] = .packed(stream: stream.number, index: index)
        }
        pending.append(packed.takeStream(as: stream))
    }
}

/// Small objects share a compressed stream (ISO 32000-1, 7.5.7): thousands of elements stay small.
private struct PackedObjects {
    private static let maxCount = 400
    private static let maxBytes = 1 << 16

    private var markup = PDFMarkup()
    private var offsets: [Int] = []
    /// The numbers of the objects, in the order of the stream.
    private(set) var numbers: [Int] = []

    var isFull: Bool { numbers.count >= Self.maxCount || markup.bytes.count >= Self.maxBytes }
    /// Whether the stream is worth ending before it is full, so that another worker compresses it.
    var isLarge: Bool { markup.bytes.count >= Self.maxBytes / 4 }

    mutating func add(_ reference: PDFReference, _ body: (inout PDFMarkup) -> Void) {
        numbers.append(reference.number)
        offsets.append(markup.bytes.count)
        body(&markup)
        markup.raw("\n")
    }

    mutating func takeStream(as reference: PDFReference) -> PendingStream {
        var content = PDFMarkup()
        for (number, offset) in zip(numbers, offsets) {
            content.integer(number)
            content.integer(offset)
        }
        let kind = PendingStream.Kind.objects(count: numbers.count, first: content.bytes.count)
        content.raw(markup.bytes)
        numbers.removeAll(keepingCapacity: true)
        offsets.removeAll(keepingCapacity: true)
        markup.removeAll()
        return PendingStream(reference: reference, kind: kind, bytes: content.bytes)
    }
}

/// A stream of the document that is not compressed yet, so that any worker can compress it.
package struct PendingStream: Sendable {
    enum Kind {
        case page
        case font
        /// To Unicode.
        case map
        /// The first object begins at the offset `first`.
        case objects(count: Int, first: Int)

        func write(to entries: inout PDFMarkup) {
            switch self {
            case .page, .map: break
            case .font: entries.raw("/Subtype/CIDFontType0C")
            case .objects(let count, let first):
                entries.raw("/Type/ObjStm/N ")
                entries.integer(count)
                entries.raw("/First ")
                entries.integer(first)
            }
        }

        /// Whether later documents may have the same bytes.
        var isRecurring: Bool {
            switch self {
            case .page, .objects: false
            case .font, .map: true
            }
        }
    }

    let reference: PDFReference
    let kind: Kind
    let bytes: [UInt8]

    package var count: Int { bytes.count }

    package func deflated(by caches: DocumentCaches) -> DeflatedStream {
        deflated(by: caches.compressor)
    }

    func deflated(by compressor: StreamCompressor) -> DeflatedStream {
        DeflatedStream(
            reference: reference, kind: kind,
            bytes: kind.isRecurring
                ? compressor.compressRecurring(bytes) : compressor.compress(bytes))
    }
}

package struct DeflatedStream: Sendable {
    let reference: PDFReference
    let kind: PendingStream.Kind
    let bytes: [UInt8]
}

/// Every object's location (ISO 32000-1, 7.5.8.3): kind, offset or number of a stream, and index.
struct CrossReferences {
    enum Place {
        case unwritten
        case offset(Int)
        case packed(stream: Int, index: Int)
    }

    let bytes: [UInt8]
    /// The number of bytes of an offset. Four reach 4 GiB; larger offsets would wrap.
    let width: Int

    init(_ places: [Place]) {
        let last = places.reduce(0) { last, place in
            if case .offset(let offset) = place { max(last, offset) } else { last }
        }
        let width = max(4, (Int.bitWidth - last.leadingZeroBitCount + 7) / 8)
        self.width = width
        var table: [UInt8] = []
        table.reserveCapacity(places.count * (width + 3))
        func append(_ kind: UInt8, at place: Int, index: UInt16) {
            table.append(kind)
            for byte in (0..<width).reversed() {
                table.append(UInt8(truncatingIfNeeded: place >> (byte * 8)))
            }
            table.append(UInt8(index >> 8))
            table.append(UInt8(truncatingIfNeeded: index))
        }
        for place in places {
            switch place {
            case .unwritten: append(0, at: 0, index: .max)
            case .offset(let offset): append(1, at: offset, index: 0)
            case .packed(let stream, let index): append(2, at: stream, index: UInt16(index))
            }
        }
        bytes = table
    }

    /// The number of bytes of a row.
    var columns: Int { width + 3 }

    /// The rows as differences from the row above (7.4.4.4). Consecutive objects are adjacent in
    /// the file, so the differences are small, repetitive numbers.
    var filtered: [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(bytes.count / columns * (columns + 1))
        for (place, byte) in bytes.enumerated() {
            if place % columns == 0 { rows.append(Self.up) }
            rows.append(place < columns ? byte : byte &- bytes[place - columns])
        }
        return rows
    }

    /// PNG's Up filter, which precedes every row.
    private static let up: UInt8 = 2
}

/// A file's identifier (ISO 32000-1, 14.4) is computed from all bytes instead of the clock.
private struct PDFDigest {
    private var crc: UInt32 = 0
    private var adler: UInt32 = 1
    private var count: UInt64 = 0

    mutating func add(_ bytes: [UInt8]) {
        crc = unsafe libdeflate_crc32(crc, bytes, bytes.count)
        adler = unsafe libdeflate_adler32(adler, bytes, bytes.count)
        count += UInt64(bytes.count)
    }

    /// The sixteen bytes of the identifier.
    var bytes: [UInt8] {
        let sums = [UInt64(crc) << 32 | UInt64(adler), count]
        return sums.flatMap { sum in
            stride(from: 56, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: sum >> UInt64($0))
            }
        }
    }
}

/// The digest of bytes that leave the output piece by piece. If memory runs out, `bytes` throws.
private struct RunningDigest {
    private var hash = Result { () throws(DigestFailure) in try SHA256() }

    mutating func add(_ bytes: [UInt8]) {
        hash = hash.flatMap { hash in
            Result { () throws(DigestFailure) in
                try hash.update(bytes)
                return hash
            }
        }
    }

    /// Returns thirty-two bytes and ends the digest.
    func bytes() throws(DigestFailure) -> [UInt8] { try hash.get().bytes() }
}

/// The length and digest that a document states about its own bytes.
private struct SealStatement {
    /// The digest of the bytes before the output.
    private var digest = RunningDigest()
    /// The offset of the statement in the output. Once it is known, the output is kept.
    var place: Int?

    mutating func add(_ bytes: [UInt8]) {
        if place == nil { digest.add(bytes) }
    }

    /// Writes the statement into the output, which ends the document.
    ///
    /// - Parameter count: the number of bytes before the output.
    func write(to output: inout PDFMarkup, after count: Int) throws(PDFFault) {
        guard let place else { throw .digest }
        var digest = digest
        digest.add(output.bytes)
        do throws(DigestFailure) {
            let seal = FileSeal(
                count: count + output.bytes.count,
                digest: Hexadecimal.text(of: try digest.bytes()))
            output.replace(at: place, with: Array(seal.text.utf8))
        } catch {
            throw .digest
        }
    }
}

/// The space reserved for a signature in the unsent output, and the signed range.
private struct SignatureRoom {
    /// The space for the four numbers of the signed range, each of up to 14 digits.
    static let rangeBytes = 60

    /// The offset of these numbers.
    let range: Int
    /// The start of the reserved space: its opening bracket, which is not signed either.
    let contents: Int
    /// The number of bytes reserved for the signature, two digits each.
    let bytes: Int

    var end: Int { contents + 2 * bytes + 2 }

    /// The byte range of the document without the reserved space (ISO 32000-1, 12.8.1).
    ///
    /// - Parameter taken: the number of bytes already sent.
    func byteRange(after taken: Int, all: Int) -> [UInt8] {
        let text = "0 \(taken + contents) \(taken + end) \(all - taken - end)"
        return Array(text.utf8)
    }
}
