import Basics

/// The incremental updates after a document (ISO 32000-1, 7.5.6).
///
/// A reader that considers a table damaged searches the whole file for objects, and may then show
/// objects that no table lists. Therefore every update must have the form that all readers accept:
/// objects, a table of exactly these objects, and the offset of the table.
struct AddedUpdates {
    struct Update {
        let end: Int
        let numbers: Set<Int>
        /// The streams that contain other objects or a table.
        let containers: Set<Int>
    }

    private(set) var all: [Update] = []
    /// Whether there is anything else, or an update of another form.
    private(set) var hasOther = false

    private let document: [UInt8]
    private let objects: PDFObjects
    private let budget: WorkBudget
    private let root: PDFValue?
    private var scanner: PDFScanner
    /// The offset of the latest table, and the number of objects that it states.
    private var previous: Int
    private var size: Int

    private static let maxObjects = 100_000
    /// A new timestamp every few years needs two updates.
    private static let maxUpdates = 32

    init(
        behind end: Int, of before: PDFObjects, in objects: PDFObjects, budget: WorkBudget
    ) throws(PDFReadFault) {
        document = objects.bytes
        self.objects = objects
        self.budget = budget
        root = before.trailer["Root"]
        previous = try before.lastTable()
        size = max(before.trailer["Size"]?.integer ?? 0, before.nextNumber)
        scanner = PDFScanner(document, at: end, budget: budget)
        try skipBlanks()
        while scanner.position < document.count, !hasOther {
            guard all.count < Self.maxUpdates, let update = try readUpdate() else {
                hasOther = true
                return
            }
            all.append(update)
            try skipBlanks()
            // Some readers search only the last kilobyte for the table's offset.
            hasOther = scanner.position == document.count && scanner.position - update.end > 2
        }
    }

    /// Skips whitespace, but no comments, which could contain anything.
    private mutating func skipBlanks() throws(PDFReadFault) {
        var place = scanner.position
        while place < document.count, PDFScanner.isBlank(document[place]) {
            place += 1
            guard place % 1_024 != 0 || budget.mayContinue else { throw .stopped }
        }
        move(to: place)
    }

    private mutating func move(to place: Int) {
        scanner = PDFScanner(document, at: place, budget: budget)
    }

    private mutating func readUpdate() throws(PDFReadFault) -> Update? {
        let start = scanner.position
        var found: [Int: PDFObjects.Place] = [:]
        var containers: Set<Int> = []
        var headers = 0
        var table: PDFObjects.Stream?
        var place = start
        while table == nil, scanner.position < document.count,
            ASCII.isDigit(document[scanner.position])
        {
            guard budget.mayContinue else { throw .stopped }
            place = scanner.position
            guard let (number, stream) = readObject(), headers < Self.maxObjects,
                found.updateValue(.offset(place), forKey: number) == nil
            else { return nil }
            headers += 1
            switch stream?.entries["Type"]?.name {
            case "ObjStm":
                guard let stream, try list(stream, number, in: &found) else { return nil }
                containers.insert(number)
            case "XRef":
                table = stream
                containers.insert(number)
            default: break
            }
            try skipBlanks()
        }
        var listed: [Int: PDFObjects.Place] = [:]
        let trailer: [String: PDFValue]
        if let table {
            try objects.readRows(of: table) { number, place in
                if listed.count <= Self.maxObjects { listed[number] = place }
            }
            trailer = table.entries
        } else {
            place = scanner.position
            guard let entries = readTable(&listed) else { return nil }
            trailer = entries
        }
        if listed[0] == .free { listed[0] = nil }
        guard listed == found, isNext(trailer, found),
            Self.headers(in: document[start..<scanner.position]) == headers
        else { return nil }
        previous = place
        guard try takeEnd(of: place) else { return nil }
        return Update(
            end: scanner.position, numbers: Set(found.keys), containers: containers)
    }

    private mutating func readObject() -> (number: Int, stream: PDFObjects.Stream?)? {
        guard let number = scanner.number(), scanner.number() == 0, scanner.take("obj"),
            let value = scanner.value()
        else { return nil }
        var stream: PDFObjects.Stream?
        if let entries = value.dictionary, scanner.take("stream") {
            scanner.skipLineEnd()
            let start = scanner.position
            guard let count = entries["Length"]?.integer, count >= 0,
                count <= document.count - start
            else { return nil }
            stream = PDFObjects.Stream(entries: entries, data: start..<start + count)
            move(to: start + count)
            guard scanner.take("endstream") else { return nil }
        }
        return scanner.take("endobj") ? (number, stream) : nil
    }

    /// Records the objects in an object stream.
    private func list(
        _ stream: PDFObjects.Stream, _ number: Int, in found: inout [Int: PDFObjects.Place]
    ) throws(PDFReadFault) -> Bool {
        var packed = PDFScanner(try objects.content(of: stream), budget: budget)
        guard let count = stream.entries["N"]?.integer, (0...Self.maxObjects).contains(count) else {
            return false
        }
        for index in 0..<count {
            guard let own = packed.number(), packed.number() != nil,
                found.updateValue(.packed(stream: number, index: index), forKey: own) == nil
            else { return false }
        }
        return true
    }

    /// Reads a table with entries of exactly 20 bytes (7.5.4), and its trailer.
    private mutating func readTable(
        _ listed: inout [Int: PDFObjects.Place]
    ) -> [String: PDFValue]? {
        let start = scanner.position
        guard scanner.take("xref") else { return nil }
        while !scanner.take("trailer") {
            guard let first = scanner.number(), let count = scanner.number(),
                count <= Self.maxObjects - listed.count
            else { return nil }
            let head = scanner.position
            scanner.skipBlanks()
            guard scanner.position - head <= 2 else { return nil }
            for number in 0..<count {
                let row = document[scanner.position...].prefix(20)
                move(to: row.endIndex)
                guard row.count == 20, let place = Self.place(Array(row)),
                    listed.updateValue(place, forKey: first + number) == nil
                else { return nil }
            }
        }
        // A table cannot contain comments.
        guard !document[start..<scanner.position].contains(0x25) else { return nil }
        return scanner.value()?.dictionary
    }

    private static func place(_ row: [UInt8]) -> PDFObjects.Place? {
        let digits = row[..<10] + row[11..<16]
        guard digits.allSatisfy(ASCII.isDigit), row[10] == 0x20, row[16] == 0x20,
            [[0x20, 0x0A], [0x20, 0x0D], [0x0D, 0x0A]].contains(row[18...])
        else { return nil }
        if row[17] == UInt8(ascii: "f") { return .free }
        guard row[17] == UInt8(ascii: "n"), row[11..<16].allSatisfy({ $0 == 0x30 }) else {
            return nil
        }
        return .offset(row[..<10].reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    private mutating func isNext(
        _ trailer: [String: PDFValue], _ found: [Int: PDFObjects.Place]
    ) -> Bool {
        guard let stated = trailer["Size"]?.integer, found.keys.allSatisfy({ $0 < stated }),
            (size...size + found.count).contains(stated), trailer["Root"] == root,
            trailer["Prev"] == .integer(previous),
            Set(trailer.keys).isSubset(of: Self.trailerKeys)
        else { return false }
        size = stated
        return true
    }

    private static let trailerKeys: Set<String> = [
        "Root", "Size", "Prev", "Info", "ID", "Type", "W", "Index", "Length", "Filter",
        "DecodeParms",
    ]

    /// Skips the table's offset and the end of the file.
    private mutating func takeEnd(of place: Int) throws(PDFReadFault) -> Bool {
        try skipBlanks()
        let start = scanner.position
        guard scanner.take("startxref"), scanner.number() == place,
            !document[start..<scanner.position].contains(0x25)
        else { return false }
        try skipBlanks()
        let end = Array("%%EOF".utf8)
        guard document[scanner.position...].starts(with: end) else { return false }
        move(to: scanner.position + end.count)
        return true
    }

    /// Returns the number of places where a reader that searches the file would find an object:
    /// `obj` after a number or at the beginning of a line.
    private static func headers(in bytes: ArraySlice<UInt8>) -> Int {
        let word = Array("obj".utf8)
        var count = 0
        for place in bytes.indices.dropFirst()
        where bytes[place] == word[0] && bytes[place...].starts(with: word) {
            let blanks = bytes[..<place].reversed().prefix { PDFScanner.isBlank($0) }
            let isInLine = !blanks.contains { $0 == 0x0A || $0 == 0x0D }
            let before = bytes[..<place].dropLast(blanks.count).last ?? 0
            if ASCII.isDigit(before) || !blanks.isEmpty && !isInLine { count += 1 }
        }
        return count
    }
}
