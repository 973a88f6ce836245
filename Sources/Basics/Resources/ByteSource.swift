/// Random access to bytes that are read in pieces, so that a file of any size needs little memory.
package struct ByteSource {
    package let count: Int
    /// Reads a prefix of a range. Returns nil or no bytes if reading fails.
    package let read: (Range<Int>) -> [UInt8]?

    /// The number of bytes read at a time.
    package static let length = 1 << 20

    package init(count: Int, read: @escaping (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.read = read
    }

    package init(_ bytes: [UInt8]) {
        self.init(count: bytes.count) { Array(bytes[$0.clamped(to: bytes.indices)]) }
    }

    /// The bytes of a range, which must be within these.
    package func part(_ range: Range<Int>) -> ByteSource {
        ByteSource(count: range.count) { [read] part in
            let part = part.clamped(to: 0..<range.count)
            return read(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
        }
    }

    /// Empty at the end; nil if reading fails.
    package func piece(from start: Int) -> [UInt8]? {
        let end = min(count, start + Self.length)
        guard start < end else { return [] }
        guard let piece = read(start..<end), !piece.isEmpty else { return nil }
        return piece
    }

    /// Nil if not all of them can be read.
    package func bytes(_ length: Int, at place: Int) -> [UInt8]? {
        guard length >= 0, place >= 0, length <= count, place <= count - length else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < length {
            guard let piece = read(place + bytes.count..<place + length), !piece.isEmpty else {
                return nil
            }
            if bytes.isEmpty, piece.count == length { return piece }
            bytes += piece.prefix(length - bytes.count)
        }
        return bytes
    }

    package func byte(at place: Int) -> Int? { bytes(1, at: place).map { Int($0[0]) } }

    package func word(at place: Int) -> String? {
        bytes(4, at: place).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Big-endian; nil if the integer is out of range or does not fit in an `Int`.
    package func big(_ length: Int, at place: Int) -> Int? {
        guard let bytes = bytes(length, at: place), length < 8 || bytes[0] < 0x80 else {
            return nil
        }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The contents of the first box of a name (ISO 14496-12, 4.2).
    package func box(_ name: String, in range: Range<Int>) -> Range<Int>? {
        var place = range.lowerBound
        for _ in 0..<256 {
            guard place + 8 <= range.upperBound, let short = big(4, at: place) else { return nil }
            let head = short == 1 ? 16 : 8
            let size = short == 1 ? big(8, at: place + 8) ?? 0 : short
            let end =
                short == 0 ? range.upperBound : place.addingReportingOverflow(size).partialValue
            guard end > place, end - place >= head, end <= range.upperBound else { return nil }
            if word(at: place + 4) == name { return place + head..<end }
            place = end
        }
        return nil
    }
}
