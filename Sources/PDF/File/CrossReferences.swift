/// The table of where every object of a document is (ISO 32000-1, 7.5.8.3): of each a kind, an offset or
/// a stream's number, and an index.
struct CrossReferences {
    enum Place {
        case unwritten
        case offset(Int)
        case packed(stream: Int, index: Int)
    }

    let bytes: [UInt8]
    /// Bytes of an offset: four reach 4 GiB, beyond which they would begin again at nothing.
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
}
