/// Carries what cairo writes to where it goes, with every placeholder replaced by its picture.
///
/// Cairo 1.16 compresses all pixels itself, again in every document: 0.8 ms an emoji, 40 ms a screenshot.
/// So it is given placeholders of a few pixels, and the pictures, compressed once and faster, are put in
/// their place as the bytes go by. Whatever that moves is set right in the cross-reference table.
struct DocumentStream {
    private let bank: PictureBank
    /// How much of cairo's file has gone by.
    private var written = 0
    private var shifts = OffsetShifts()
    /// Images that are no placeholders: cairo writes in a way that we do not know.
    private var unknownImages = 0

    init(from bank: PictureBank) { self.bank = bank }

    /// Some more of the file: whole objects, as they are complete after each page.
    mutating func pass(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        RepeatedResources.clear(in: &bytes)
        let spliced = splice(bytes)
        written += bytes.count
        return spliced
    }

    /// The end of the file, with its cross-reference table.
    mutating func finish(_ bytes: [UInt8]) throws(FinishingFault) -> [UInt8] {
        let table = try CrossReferences(endOf: bytes, from: written)
        let body = pass(Array(bytes[..<table.start]))
        guard unknownImages == 0 else { throw .unknownImages(unknownImages) }
        return body + table.written(with: shifts)
    }

    private mutating func splice(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var copied = 0
        var scanner = PDFScanner(bytes)
        while let found = scanner.next(PlaceholderObject.marker) {
            scanner.offset = found + 1
            guard let object = PlaceholderObject(in: bytes, aroundMarkerAt: found),
                let replacement = bank.object(for: object)
            else {
                unknownImages += 1
                continue
            }
            output += bytes[copied..<object.range.lowerBound]
            output += replacement
            copied = object.range.upperBound
            scanner.offset = copied
            shifts.add(replacement.count - object.range.count, from: written + copied)
        }
        if copied == 0 { return bytes }
        output += bytes[copied...]
        return output
    }
}
