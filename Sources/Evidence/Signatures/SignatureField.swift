package import Basics

/// A signature in a document (ISO 32000-1, 12.8.1).
struct SignatureField {
    let name: String
    /// The format, such as `ETSI.CAdES.detached`.
    let kind: String
    let reason: String?
    let location: String?
    let signerName: String?
    /// The range of the brackets and everything between them, or nil if the dictionary's byte range
    /// does not exclude exactly this range.
    let room: Range<Int>?
    /// The end of the signed bytes.
    let end: Int
    /// The contents of the reserved space.
    let content: [UInt8]
    /// Whether the signature forbids all changes (ISO 32000-1, 12.8.2.2).
    let forbidsChanges: Bool
    let page: PDFValue?
    private let dictionary: [String: PDFValue]

    /// The maximum number of signatures. No document worth checking has more.
    private static let maxSigned = 8
    private static let maxFields = 10_000

    /// Returns all signature fields with a value, in the order in which their signed bytes end.
    static func all(
        of document: [UInt8], limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) -> [SignatureField] {
        let objects = try PDFObjects(document, limit: limit, budget: budget)
        guard let root = try objects.value(objects.trailer["Root"]).dictionary,
            let form = try objects.value(root["AcroForm"]).dictionary
        else { return [] }
        var waiting = try objects.value(form["Fields"]).array ?? []
        var found: [SignatureField] = []
        var seen = 0
        while let next = waiting.popLast() {
            seen += 1
            guard seen <= maxFields, budget.mayContinue else {
                throw budget.mayContinue ? .damaged("its form has too many fields") : .stopped
            }
            guard let field = try objects.value(next).dictionary else { continue }
            waiting += try objects.value(field["Kids"]).array ?? []
            guard let value = try objects.value(field["V"]).dictionary,
                case .string(let content)? = value["Contents"]
            else { continue }
            guard found.count < maxSigned else { throw .damaged("it has too many signatures") }
            let forbids = try forbidsChanges(value, objects)
            found.append(
                SignatureField(field, value, content, forbidsChanges: forbids, in: document))
        }
        return found.sorted { $0.end < $1.end }
    }

    /// Returns the signature as it was when it was signed, or nil if a later update changes its
    /// dictionary. Only then do the dictionary's entries belong to the signature.
    ///
    /// - Parameter document: the whole document.
    func asSigned(
        in document: [UInt8], limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) -> SignatureField? {
        guard end < document.count else { return self }
        do throws(PDFReadFault) {
            return try Self.all(of: Array(document[..<end]), limit: limit, budget: budget)
                .first { $0.dictionary == dictionary && $0.name == name }
        } catch {
            guard case .damaged = error else { throw error }
            return nil
        }
    }

    private static func forbidsChanges(
        _ value: [String: PDFValue], _ objects: PDFObjects
    ) throws(PDFReadFault) -> Bool {
        for reference in try objects.value(value["Reference"]).array ?? [] {
            let entries = try objects.value(reference).dictionary ?? [:]
            let settings = try objects.value(entries["TransformParams"]).dictionary ?? [:]
            if entries["TransformMethod"]?.name == "DocMDP",
                try objects.value(settings["P"]).integer == 1
            {
                return true
            }
        }
        return false
    }

    private init(
        _ field: [String: PDFValue], _ value: [String: PDFValue], _ content: [UInt8],
        forbidsChanges: Bool, in document: [UInt8]
    ) {
        self.forbidsChanges = forbidsChanges
        page = field["P"]
        dictionary = value
        name = field["T"]?.text ?? ""
        kind = value["SubFilter"]?.name ?? ""
        reason = value["Reason"]?.text
        location = value["Location"]?.text
        signerName = value["Name"]?.text
        self.content = content
        let range = value["ByteRange"]?.array?.compactMap(\.integer) ?? []
        (room, end) = Self.room(range, content, in: document)
    }

    /// Returns the range excluded from the signed bytes, which must be exactly the text between the
    /// brackets of `Contents`: anything else in this range could display something that was not
    /// signed.
    private static func room(
        _ range: [Int], _ content: [UInt8], in document: [UInt8]
    ) -> (Range<Int>?, Int) {
        guard range.count == 4, range[0] == 0, range.allSatisfy({ $0 >= 0 }),
            range[1] < range[2], range[2] <= document.count, range[3] <= document.count - range[2]
        else { return (nil, 0) }
        let room = range[1]..<range[2]
        let end = range[2] + range[3]
        guard room.count == 2 * content.count + 2, document[room.lowerBound] == 0x3C,
            document[room.upperBound - 1] == 0x3E
        else { return (nil, end) }
        var scanner = PDFScanner(Array(document[room]), budget: .unlimited)
        guard case .string(let between)? = scanner.value(), between == content else {
            return (nil, end)
        }
        return (room, end)
    }
}

/// The space of a document's last signature, for another program or a later step to fill.
package struct SignatureRoom {
    package enum Fault: Error, Sendable, Equatable {
        case unreadable(PDFReadFault)
        /// The document has no signature, or one that does not state that everything is signed.
        case none
        case noRoom(needed: Int, room: Int)
        /// libcrypto cannot compute the digest.
        case memory
    }

    private let document: [UInt8]
    private let place: Range<Int>
    /// The SHA-256 digest of all signed bytes.
    package let digest: [UInt8]
    /// The message in the space, or nil if the space contains only zeros.
    package let message: [UInt8]?
    package let isTimestamp: Bool

    package init(
        of document: [UInt8], limit: Int, budget: WorkBudget = .unlimited
    ) throws(Fault) {
        let fields: [SignatureField]
        do throws(PDFReadFault) {
            fields = try SignatureField.all(of: document, limit: limit, budget: budget)
        } catch {
            throw .unreadable(error)
        }
        guard let field = fields.last, let place = field.room, field.end == document.count else {
            throw .none
        }
        guard
            let digest = try? SHA2.sha256.digest(
                of: document[..<place.lowerBound], document[place.upperBound...])
        else { throw .memory }
        self.document = document
        self.place = place
        self.digest = digest
        isTimestamp = field.isTimestamp
        message = field.content.contains { $0 != 0 } ? field.content : nil
    }

    /// The size of the space in bytes.
    var count: Int { place.count / 2 - 1 }

    /// The four numbers of the signature's byte range.
    var range: [Int] {
        [0, place.lowerBound, place.upperBound, document.count - place.upperBound]
    }

    package func filled(with message: [UInt8]) throws(Fault) -> [UInt8] {
        guard message.count <= count else { throw .noRoom(needed: message.count, room: count) }
        let zeros = [UInt8](repeating: 0, count: count - message.count)
        let digits = Hexadecimal.text(of: message + zeros).utf8
        var filled = document
        filled.replaceSubrange(place.lowerBound + 1..<place.upperBound - 1, with: digits)
        return filled
    }
}
