/// A place in a JSON text, as an editor would show it.
package struct JSONPosition: Sendable, Hashable {
    /// Bytes from the start.
    package let offset: Int
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in Unicode scalars.
    package let column: Int

    package init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Counts lines and columns on from here; only errors need it, so that reading keeps no count.
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

/// JSON Pointers (RFC 6901), the way errors and warnings name a place.
package enum JSONPointer {
    /// A member's name as a step, with its slash; `~` and `/` are escaped as RFC 6901 §3 says.
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
