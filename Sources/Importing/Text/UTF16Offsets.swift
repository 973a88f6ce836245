/// Converts UTF-16 offsets, as used by JavaScript and phones, to UTF-8 offsets.
enum UTF16Offsets {
    /// Returns the UTF-8 offsets for ascending UTF-16 offsets. An offset inside a surrogate pair
    /// maps to its start, an offset beyond the end to the end.
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
