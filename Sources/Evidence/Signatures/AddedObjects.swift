import Basics

/// Reads everything added after a document: objects, cross-reference tables and ends of files.
/// Objects without a table entry count as well, because some readers search for objects without a
/// table.
struct AddedObjects {
    private(set) var numbers: Set<Int> = []
    /// Whether there is anything else.
    private(set) var hasOther = false

    private let document: [UInt8]
    private let objects: PDFObjects
    private let budget: WorkBudget
    private var scanner: PDFScanner

    private static let maxObjects = 100_000

    init(
        behind end: Int, in objects: PDFObjects, budget: WorkBudget
    ) throws(PDFReadFault) {
        document = objects.bytes
        self.objects = objects
        self.budget = budget
        scanner = PDFScanner(document, at: end, budget: budget)
        while !hasOther {
            guard budget.mayContinue else { throw .stopped }
            try skipBlanksAndEnds()
            guard scanner.position < document.count else { return }
            try readNext()
        }
    }

    /// Skips whitespace and `%%EOF`. Other comments are not skipped, because they could contain
    /// anything.
    private mutating func skipBlanksAndEnds() throws(PDFReadFault) {
        var place = scanner.position
        var skipped = 0
        let end = Array("%%EOF".utf8)
        while place < document.count {
            skipped += 1
            guard skipped % 1_024 != 0 || budget.mayContinue else { throw .stopped }
            if PDFScanner.isBlank(document[place]) {
                place += 1
            } else if document[place...].starts(with: end),
                place + end.count == document.count
                    || [0x0A, 0x0D].contains(document[place + end.count])
            {
                place += end.count
            } else {
                break
            }
        }
        move(to: place)
    }

    private mutating func move(to place: Int) {
        scanner = PDFScanner(document, at: place, budget: budget)
    }

    private mutating func readNext() throws(PDFReadFault) {
        if document[scanner.position] == 0x25 {
            hasOther = true
        } else if scanner.take("startxref") {
            hasOther = scanner.number() == nil
        } else if scanner.take("xref") {
            hasOther = !readTable()
        } else {
            hasOther = try !readObject()
        }
    }

    private mutating func readTable() -> Bool {
        while !scanner.take("trailer") {
            guard scanner.number() != nil, let count = scanner.number(),
                count <= Self.maxObjects
            else { return false }
            for _ in 0..<count {
                guard scanner.number() != nil, scanner.number() != nil,
                    scanner.take("n") || scanner.take("f")
                else { return false }
            }
        }
        return scanner.value()?.dictionary != nil
    }

    private mutating func readObject() throws(PDFReadFault) -> Bool {
        guard let number = scanner.number(), scanner.number() != nil, scanner.take("obj"),
            let value = scanner.value(), numbers.count < Self.maxObjects
        else { return false }
        numbers.insert(number)
        if let entries = value.dictionary, scanner.take("stream") {
            scanner.skipLineEnd()
            let start = scanner.position
            guard let count = entries["Length"]?.integer, count >= 0,
                count <= document.count - start
            else { return false }
            let stream = PDFObjects.Stream(entries: entries, data: start..<start + count)
            if entries["Type"]?.name == "ObjStm" { try list(stream) }
            move(to: start + count)
            guard scanner.take("endstream") else { return false }
        }
        return scanner.take("endobj")
    }

    /// Records the numbers of the objects in an object stream.
    private mutating func list(_ stream: PDFObjects.Stream) throws(PDFReadFault) {
        var packed = PDFScanner(
            try objects.content(of: stream), budget: budget)
        let count = stream.entries["N"]?.integer ?? 0
        for _ in 0..<min(max(count, 0), Self.maxObjects) {
            guard let number = packed.number(), packed.number() != nil else { return }
            numbers.insert(number)
        }
    }
}
