import Basics

extension JSONValue {
    /// The canonical form (RFC 8785): members sorted by the UTF-16 units of their names, numbers
    /// and strings as in ECMAScript. Equal values have equal digests in this form.
    var canonical: [UInt8] { canonical(.unlimited) }

    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    func canonical(_ budget: WorkBudget) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, budget)
        return bytes
    }

    private func append(to bytes: inout [UInt8], _ budget: WorkBudget) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let text): bytes += JSONValue.canonicalNumber(text).utf8
        case .string(let text): JSONValue.append(quoted: text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in budget.checked(elements.enumerated()) {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes, budget)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
            for (index, member) in budget.checked(sorted.enumerated()) {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONValue.append(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes, budget)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string (RFC 8785, 3.2.2.2): characters with a short escape use it, other control
    /// characters use their code.
    private static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0x08: bytes += #"\b"#.utf8
            case 0x09: bytes += #"\t"#.utf8
            case 0x0A: bytes += #"\n"#.utf8
            case 0x0C: bytes += #"\f"#.utf8
            case 0x0D: bytes += #"\r"#.utf8
            case 0x22: bytes += #"\""#.utf8
            case 0x5C: bytes += #"\\"#.utf8
            case 0..<0x20:
                bytes += (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8
                bytes += String(byte, radix: 16).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// ECMAScript's `Number.prototype.toString`: the shortest digits that give the same number.
    /// A number without a finite value stays as written, so that it remains distinguishable.
    private static func canonicalNumber(_ text: String) -> String {
        if let int = Int(text), int.magnitude <= 1 << 53 { return String(int) }
        guard let value = Double(text), value.isFinite else { return text }
        guard value != 0 else { return "0" }
        let parts = value.magnitude.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".").map(String.init)
        let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
        var digits = mantissa[0] + fraction
        // The position of the decimal point, counted from before the first digit.
        var point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        while digits.count > 1, digits.hasPrefix("0") {
            digits.removeFirst()
            point -= 1
        }
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        return (value < 0 ? "-" : "") + number(digits, point: point)
    }

    private static func number(_ digits: String, point: Int) -> String {
        let count = digits.count
        if (count...21).contains(point) {
            return digits + String(repeating: "0", count: point - count)
        }
        if point > 0, point <= 21 { return digits.prefix(point) + "." + digits.dropFirst(point) }
        if point > -6, point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        let exponent = (point > 0 ? "+" : "-") + String(abs(point - 1))
        return count == 1
            ? digits + "e" + exponent : digits.prefix(1) + "." + digits.dropFirst() + "e" + exponent
    }
}
