/// A position in a JSON text, as an editor shows it.
package struct JSONPosition: Sendable, Hashable {
    /// The offset in bytes.
    package let offset: Int
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted from 1 in Unicode scalars.
    package let column: Int

    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Returns a later position by counting lines and columns from this one. Only errors need
    /// positions, so the reader keeps no count.
    func counted(on bytes: [UInt8], from start: Int, to end: Int, offset: Int) -> JSONPosition {
        var line = line
        var column = column
        var index = start
        while index < min(end, bytes.count) {
            let byte = bytes[index]
            let isLineEnd =
                byte == 0x0A
                || (byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
            if isLineEnd {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 && byte != 0x0D {
                column += 1
            }
            index += 1
        }
        return JSONPosition(offset: offset, line: line, column: column)
    }
}

/// JSON Pointers (RFC 6901), with which errors and warnings identify a place.
package enum JSONPointer {
    /// Returns a member name as a step with its slash. `~` and `/` are escaped (RFC 6901 §3).
    package static func step(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return "/" + name }
        var step = "/"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(scalar)
            }
        }
        return step
    }

    package static func step(_ index: Int) -> String { "/\(index)" }
}
