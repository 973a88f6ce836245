/// Turns UTF-16 offsets of a text, as JavaScript and phones count, into UTF-8 offsets.
enum UTF16Offsets {
    /// The UTF-8 offset of each of some ascending UTF-16 offsets; one inside a pair goes to its
    /// start, one past the end to the end.
    static func utf8(_ offsets: [Int], in text: String) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var next = offsets[...]
        var units = 0
        var bytes = 0
        for scalar in text.unicodeScalars {
            let width = scalar.value > 0xFFFF ? 2 : 1
            while let offset = next.first, offset < units + width {
                places[offset] = bytes
                next = next.dropFirst()
            }
            guard !next.isEmpty else { return places }
            units += width
            bytes += UTF8.width(scalar)
        }
        for offset in next { places[offset] = bytes }
        return places
    }
}
