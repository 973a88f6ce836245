/// The table at a file's end that says where every object begins (ISO 32000-1, 7.5.4).
struct CrossReferences {
    /// Where it begins in the bytes given.
    let start: Int
    /// Where it begins in the file.
    private let place: Int
    private let offsets: [(offset: Int, isUsed: Bool)]
    private let trailer: [UInt8]

    /// - Parameters:
    ///   - bytes: the end of a file, at least all of its table.
    ///   - first: where in the file they begin.
    init(endOf bytes: [UInt8], from first: Int) throws(FinishingFault) {
        var scanner = PDFScanner(bytes, at: max(0, bytes.count - 64))
        guard let end = scanner.next("startxref\n") else { throw .crossReferences }
        scanner.offset = end
        guard scanner.take("startxref\n"), let place = scanner.number(), place >= first,
            scanner.take("\n%%EOF")
        else { throw .crossReferences }
        scanner.offset = place - first
        guard scanner.take("xref\n0 "), let count = scanner.number(), scanner.take("\n"),
            count <= bytes.count / 20
        else { throw .crossReferences }
        var offsets: [(offset: Int, isUsed: Bool)] = []
        offsets.reserveCapacity(count)
        for _ in 0..<count {
            guard let offset = scanner.number(), scanner.take(" "), scanner.number() != nil else {
                throw .crossReferences
            }
            let isUsed = scanner.take(" n \n")
            guard isUsed || scanner.take(" f \n") else { throw .crossReferences }
            offsets.append((offset, isUsed))
        }
        guard scanner.offset <= end else { throw .crossReferences }
        start = place - first
        self.place = place
        self.offsets = offsets
        trailer = Array(bytes[scanner.offset..<end])
    }

    func written(with shifts: OffsetShifts) -> [UInt8] {
        var bytes = Array("xref\n0 \(offsets.count)\n".utf8)
        bytes.reserveCapacity(offsets.count * 20 + trailer.count + 64)
        for entry in offsets {
            var value = entry.isUsed ? shifts.moved(entry.offset) : entry.offset
            let start = bytes.count
            bytes += entry.isUsed ? Self.used : Self.free
            for digit in stride(from: start + 9, through: start, by: -1) {
                bytes[digit] = UInt8(0x30 + value % 10)
                value /= 10
            }
        }
        bytes += trailer
        bytes += Array("startxref\n\(shifts.moved(place))\n%%EOF\n".utf8)
        return bytes
    }

    private static let used = Array("0000000000 00000 n \n".utf8)
    private static let free = Array("0000000000 65535 f \n".utf8)
}
