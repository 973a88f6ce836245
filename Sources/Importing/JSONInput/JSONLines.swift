/// JSON Lines: one object per line.
package enum JSONLines {
    /// Returns whether the first two lines that are not blank each begin with `{` and end with `}`.
    package static func areIn(_ bytes: [UInt8]) -> Bool {
        var count = 0
        var lines = Lines(bytes)
        while count < 2, let line = lines.next() {
            let text = Marks.trim(bytes, line)
            guard !text.isEmpty else { continue }
            guard bytes[text.lowerBound] == UInt8(ascii: "{"),
                bytes[text.upperBound - 1] == UInt8(ascii: "}")
            else { return false }
            count += 1
        }
        return count == 2
    }

    /// Joins the lines into one array without moving them to other lines: errors keep their line
    /// numbers.
    static func array(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 64 + 2)
        var isFirst = true
        out.append(UInt8(ascii: "["))
        for line in Lines(bytes) {
            let isBlank = Marks.trim(bytes, line).isEmpty
            if !isBlank, !isFirst { out.append(UInt8(ascii: ",")) }
            if !isBlank { isFirst = false }
            out += bytes[line]
            out.append(0x0A)
        }
        out.append(UInt8(ascii: "]"))
        return out
    }
}
