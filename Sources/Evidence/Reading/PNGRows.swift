/// Decodes rows with PNG predictors (RFC 2083, 6), which some programs use in cross-reference
/// streams and pictures.
enum PNGRows {
    private static let maxLength = 1 << 20

    /// - Parameters:
    ///   - length: the number of bytes of a row.
    ///   - pixel: the number of bytes from one pixel to the next; at least one.
    static func plain(_ bytes: [UInt8], length: Int, pixel: Int = 1) -> [UInt8]? {
        guard (1...maxLength).contains(length), (1...length).contains(pixel),
            bytes.count % (length + 1) == 0
        else { return nil }
        var above = [UInt8](repeating: 0, count: length)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: length + 1) {
            var row = Array(bytes[start + 1...start + length])
            for place in row.indices {
                let left = place >= pixel ? row[place - pixel] : 0
                switch bytes[start] {
                case 0: break
                case 1: row[place] &+= left
                case 2: row[place] &+= above[place]
                case 3: row[place] &+= UInt8((Int(left) + Int(above[place])) / 2)
                case 4:
                    let corner = place >= pixel ? above[place - pixel] : 0
                    row[place] &+= nearest(left, above[place], corner)
                default: return nil
                }
            }
            plain += row
            above = row
        }
        return plain
    }

    /// Paeth's predictor.
    private static func nearest(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let guess = Int(left) + Int(above) - Int(corner)
        let distances = [left, above, corner].map { abs(guess - Int($0)) }
        if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
        return distances[1] <= distances[2] ? above : corner
    }
}
