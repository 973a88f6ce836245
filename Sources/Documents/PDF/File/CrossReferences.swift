/// The cross-reference table with the location of every object (ISO 32000-1, 7.5.8.3): its kind, an
/// offset or the number of a stream, and an index.
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
        func append(_ kind: UInt8, _ place: Int, _ index: UInt16) {
            table.append(kind)
            for byte in (0..<width).reversed() {
                table.append(UInt8(truncatingIfNeeded: place >> (byte * 8)))
            }
            table.append(UInt8(index >> 8))
            table.append(UInt8(truncatingIfNeeded: index))
        }
        for place in places {
            switch place {
            case .unwritten: append(0, 0, .max)
            case .offset(let offset): append(1, offset, 0)
            case .packed(let stream, let index): append(2, stream, UInt16(index))
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
