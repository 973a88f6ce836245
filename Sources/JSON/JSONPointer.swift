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
