import Resources

/// A signature as it stands in a document (ISO 32000-1, 12.8.1): where, about which of its bytes,
/// and what it says.
struct SignatureField {
    let name: String
    /// `ETSI.CAdES.detached`.
    let kind: String
    let reason: String?
    let location: String?
    let signerName: String?
    /// The brackets' place and that of all between them; nil where the dictionary's numbers are not
    /// about it.
    let room: Range<Int>?
    /// Where the signed bytes end.
    let end: Int
    /// What stands in the room.
    let content: [UInt8]
    /// Whether it forbids all changes (ISO 32000-1, 12.8.2.2).
    let forbidsChanges: Bool
    /// The page that the field belongs to, as it is named.
    let page: PDFValue?

    /// More are in no document that is worth the time.
    private static let most = 8
    private static let mostFields = 10_000

    /// All of a document that have a value, in the order of its form.
    static func all(
        of document: [UInt8], limit: Int, allowance: Allowance
    ) throws(PDFReadFault) -> [SignatureField] {
        let objects = try PDFObjects(document, limit: limit, allowance: allowance)
        guard let root = try objects.value(objects.trailer["Root"]).dictionary,
            let form = try objects.value(root["AcroForm"]).dictionary
        else { return [] }
        var waiting = try objects.value(form["Fields"]).array ?? []
        var found: [SignatureField] = []
        var seen = 0
        while let next = waiting.popLast() {
            seen += 1
            guard seen <= mostFields, allowance.goesOn else {
                throw allowance.goesOn ? .damaged("its form has too many fields") : .stopped
            }
            guard let field = try objects.value(next).dictionary else { continue }
            waiting += try objects.value(field["Kids"]).array ?? []
            guard let value = try objects.value(field["V"]).dictionary,
                case .string(let content)? = value["Contents"]
            else { continue }
            guard found.count < most else { throw .damaged("it has too many signatures") }
            let forbids = try forbidsChanges(value, objects)
            found.append(
                SignatureField(field, value, content, forbidsChanges: forbids, in: document))
        }
        return found.sorted { $0.end < $1.end }
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
        name = field["T"]?.text ?? ""
        kind = value["SubFilter"]?.name ?? ""
        reason = value["Reason"]?.text
        location = value["Location"]?.text
        signerName = value["Name"]?.text
        self.content = content
        let range = value["ByteRange"]?.array?.compactMap(\.integer) ?? []
        (room, end) = Self.room(range, content, in: document)
    }

    /// What is signed is all but the room, which is exactly what stands between the brackets of
    /// `Contents`: with anything else in it, something could be shown that nobody has signed.
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
        var scanner = PDFScanner(Array(document[room]), allowance: .unlimited)
        guard case .string(let between)? = scanner.value(), between == content else {
            return (nil, end)
        }
        return (room, end)
    }
}
