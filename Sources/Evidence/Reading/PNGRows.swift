/// Decodes rows with PNG predictors (RFC 2083, 6), which some programs use in cross-reference
/// streams.
enum PNGRows {
    static func plain(_ bytes: [UInt8], columns: Int) -> [UInt8]? {
        guard (1...1_024).contains(columns), bytes.count % (columns + 1) == 0 else { return nil }
        var above = [UInt8](repeating: 0, count: columns)
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: columns + 1) {
            var row = Array(bytes[start + 1...start + columns])
            for place in row.indices {
                let left = place > 0 ? row[place - 1] : 0
                switch bytes[start] {
                case 0: break
                case 1: row[place] &+= left
                case 2: row[place] &+= above[place]
                case 3: row[place] &+= UInt8((Int(left) + Int(above[place])) / 2)
                default: return nil
                }
            }
            plain += row
            above = row
        }
        return plain
    }
}
