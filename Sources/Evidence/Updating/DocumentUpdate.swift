import Basics

/// An incremental update (ISO 32000-1, 7.5.6). The document's own bytes stay unchanged.
struct DocumentUpdate {
    private let document: [UInt8]
    let objects: PDFObjects
    /// The object number of the document's catalog.
    let root: Int
    private let isTable: Bool
    private let previous: Int
    private var size: Int
    private var added: [UInt8]
    private var offsets: [Int: Int] = [:]

    /// The maximum number of objects in an archival document (ISO 19005-2, 6.1.13).
    private static let maxObjects = 8_388_607

    init(
        of document: [UInt8], limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) {
        self.document = document
        objects = try PDFObjects(document, limit: limit, budget: budget)
        previous = try objects.lastTable()
        var scanner = PDFScanner(document, at: previous, budget: budget)
        isTable = scanner.take("xref")
        size = max(objects.trailer["Size"]?.integer ?? 0, objects.nextNumber)
        guard case .reference(let root)? = objects.trailer["Root"], size > 0,
            size < Self.maxObjects - 100_000
        else { throw .damaged("it has no catalog, or too many objects") }
        self.root = root
        added = document.last == 0x0A ? [] : [0x0A]
    }

    func catalog() throws(PDFReadFault) -> [String: PDFValue] {
        guard let entries = try objects.value(.reference(root)).dictionary else {
            throw .damaged("it has no catalog")
        }
        return entries
    }

    mutating func reserve() -> Int {
        size += 1
        return size - 1
    }

    /// Writes an object: a new one, or a new version of an existing one.
    mutating func set(_ number: Int, to value: PDFValue) throws(PDFReadFault) {
        begin(number)
        guard value.write(to: &added) != nil else {
            throw .damaged("object \(number) cannot be rewritten")
        }
        added += Array("\nendobj\n".utf8)
    }

    mutating func add(_ value: PDFValue) throws(PDFReadFault) -> PDFValue {
        let number = reserve()
        try set(number, to: value)
        return .reference(number)
    }

    mutating func addStream(_ bytes: [UInt8]) -> PDFValue {
        let number = reserve()
        begin(number)
        added += Array("<</Length \(bytes.count)>>\nstream\n".utf8)
        added += bytes
        added += Array("\nendstream\nendobj\n".utf8)
        return .reference(number)
    }

    /// The message will cover everything else in the document.
    mutating func addRoom(
        bytes room: Int, entries: StaticString
    ) -> PDFValue {
        let number = reserve()
        begin(number)
        added += Array("<<\(entries)/ByteRange[".utf8)
        rangePlace = added.count
        added += [UInt8](repeating: 0x20, count: Self.rangeBytes)
        added += Array("]/Contents".utf8)
        roomPlace = added.count
        roomBytes = room
        added.append(0x3C)
        added += [UInt8](repeating: 0x30, count: 2 * room)
        added += Array(">>>\nendobj\n".utf8)
        return .reference(number)
    }

    private static let rangeBytes = 60
    private var rangePlace = 0
    private var roomPlace = 0
    private var roomBytes: Int?

    private mutating func begin(_ number: Int) {
        offsets[number] = document.count + added.count
        added += Array("\(number) 0 obj\n".utf8)
    }

    /// The cross-reference table is of the same kind as the document's.
    consuming func finish() throws(PDFReadFault) -> [UInt8] {
        let start = document.count + added.count
        var trailer: [String: PDFValue] = ["Root": .reference(root), "Prev": .integer(previous)]
        if let info = objects.trailer["Info"] { trailer["Info"] = info }
        if let own = objects.trailer["ID"]?.array?.first {
            trailer["ID"] = .array([own, .string(try identity())])
        }
        if isTable {
            trailer["Size"] = .integer(size)
            added += table()
            added += Array("trailer\n".utf8)
            guard PDFValue.dictionary(trailer).write(to: &added) != nil else {
                throw .damaged("its trailer cannot be rewritten")
            }
        } else {
            try addTableStream(&trailer)
        }
        added += Array("\nstartxref\n\(start)\n%%EOF\n".utf8)
        guard let roomBytes else { return document + added }
        let (first, last) = (
            document.count + roomPlace, document.count + roomPlace + 2 * roomBytes + 2
        )
        let range = Array("0 \(first) \(last) \(document.count + added.count - last)".utf8)
        added.replaceSubrange(rangePlace..<rangePlace + range.count, with: range)
        return document + added
    }

    /// The same update yields the same identifier.
    private func identity() throws(PDFReadFault) -> [UInt8] {
        do throws(DigestFailure) {
            return Array(try SHA256.digest(of: document, added).prefix(16))
        } catch {
            throw .stopped
        }
    }

    private var runs: [ClosedRange<Int>] {
        offsets.keys.sorted().reduce(into: []) { runs, number in
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
    }

    /// Returns a cross-reference table with entries of 20 bytes (7.5.4).
    private func table() -> [UInt8] {
        var text = "xref\n"
        for run in runs {
            text += "\(run.lowerBound) \(run.count)\n"
            for number in run {
                text += String(offsets[number] ?? 0, digits: 10) + " 00000 n \n"
            }
        }
        return Array(text.utf8)
    }

    /// Adds a cross-reference stream (7.5.8).
    private mutating func addTableStream(
        _ trailer: inout [String: PDFValue]
    ) throws(PDFReadFault) {
        let number = reserve()
        begin(number)
        var rows: [UInt8] = []
        var index: [PDFValue] = []
        for run in runs {
            index += [.integer(run.lowerBound), .integer(run.count)]
            for number in run {
                let offset = offsets[number] ?? 0
                rows.append(1)
                rows += (0..<6).reversed().map { UInt8(truncatingIfNeeded: offset >> ($0 * 8)) }
                rows.append(0)
            }
        }
        trailer["Type"] = .name("XRef")
        trailer["W"] = .array([.integer(1), .integer(6), .integer(1)])
        trailer["Index"] = .array(index)
        trailer["Size"] = .integer(size)
        trailer["Length"] = .integer(rows.count)
        guard PDFValue.dictionary(trailer).write(to: &added) != nil else {
            throw .damaged("its trailer cannot be rewritten")
        }
        added += Array("\nstream\n".utf8) + rows + Array("\nendstream\nendobj".utf8)
    }
}
