/// JSON Lines: one object a line.
package enum JSONLines {
    /// Whether the first two lines that are not blank are objects, each on a line of its own.
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

    /// The lines as one array, each where it was: what is wrong with one is told under its number.
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
