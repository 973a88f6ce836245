/// The rows of comma-separated values (RFC 4180), in which quoted values may contain commas and
/// line ends.
struct CSVRows: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private let separator: UInt8
    /// The offset of the next row.
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        self.init(bytes, in: start..<bytes.count, separator: separator)
    }

    /// Creates the rows in a range that begins and ends between rows.
    init(_ bytes: [UInt8], in range: Range<Int>, separator: UInt8 = UInt8(ascii: ",")) {
        self.bytes = bytes
        self.separator = separator
        position = range.lowerBound
        end = range.upperBound
    }

    mutating func next() -> [String]? {
        guard position < end else { return nil }
        var row: [String] = []
        var value: [UInt8] = []
        var isQuoted = false
        while position < end {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                if position < end, bytes[position] == byte {
                    value.append(byte)
                    position += 1
                } else {
                    isQuoted = false
                }
            // A quotation mark inside a value is an ordinary character.
            case UInt8(ascii: "\"") where value.isEmpty: isQuoted = true
            case separator where !isQuoted:
                row.append(String(decoding: value, as: UTF8.self))
                value.removeAll(keepingCapacity: true)
            case 0x0A where !isQuoted:
                if value.last == 0x0D { value.removeLast() }
                row.append(String(decoding: value, as: UTF8.self))
                return row
            default: value.append(byte)
            }
        }
        row.append(String(decoding: value, as: UTF8.self))
        return row
    }
}
