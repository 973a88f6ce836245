import Basics

/// Reads PDF objects sequentially, without reading past the end.
struct PDFScanner {
    private static let maxDepth = 64
    /// Approximate, in bytes; a value in `[1 1 1` takes only two bytes of the file.
    static let valueBytes = 64

    private let bytes: [UInt8]
    private let budget: WorkBudget
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0, budget: WorkBudget) {
        self.bytes = bytes
        self.budget = budget
        self.position = max(0, position)
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipBlanks() {
        while let byte = next {
            if byte == 0x25 {
                while let comment = next, comment != 0x0A, comment != 0x0D { position += 1 }
            } else if PDFScanner.isBlank(byte) {
                position += 1
            } else {
                return
            }
        }
    }

    mutating func take(_ word: StaticString) -> Bool {
        skipBlanks()
        let isThere = word.withUTF8Buffer { word in
            unsafe bytes.dropFirst(position).starts(with: word)
        }
        if isThere { position += word.utf8CodeUnitCount }
        return isThere
    }

    /// Reads a nonnegative integer.
    mutating func number() -> Int? {
        skipBlanks()
        let start = position
        var value = 0
        while let byte = next, ASCII.isDigit(byte), position - start < 18 {
            value = value * 10 + Int(byte - 0x30)
            position += 1
        }
        return position > start ? value : nil
    }

    /// A line feed after `stream`, with or without a carriage return before it (7.3.8.1).
    mutating func skipLineEnd() {
        if next == 0x0D { position += 1 }
        if next == 0x0A { position += 1 }
    }

    /// Returns nil if there is none, or if the budget is exhausted.
    mutating func value(depth: Int = 0) -> PDFValue? {
        skipBlanks()
        guard depth < PDFScanner.maxDepth, let byte = next,
            budget.reserve(PDFScanner.valueBytes)
        else { return nil }
        switch byte {
        case 0x2F: return name().map { .name($0) }
        case 0x28: return literal().map { .string($0) }
        case 0x5B: return array(depth)
        case 0x3C:
            let isDictionary = position + 1 < bytes.count && bytes[position + 1] == 0x3C
            return isDictionary ? dictionary(depth) : hexadecimal().map { .string($0) }
        case 0x2B, 0x2D, 0x2E, 0x30...0x39: return numberOrReference()
        default:
            if take("true") { return .bool(true) }
            if take("false") { return .bool(false) }
            return take("null") ? .null : nil
        }
    }

    /// Returns nil for a malformed number, such as `1-0`, which readers interpret differently.
    private mutating func operand() -> PDFValue? {
        let start = position
        while let byte = next, ASCII.isDigit(byte) || [0x2B, 0x2D, 0x2E].contains(byte) {
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let value = Int(text).map({ PDFValue.integer($0) }) ?? Double(text).map({ .real($0) }) {
            return value
        }
        position = start
        return nil
    }

    private mutating func array(_ depth: Int) -> PDFValue? {
        position += 1
        var values: [PDFValue] = []
        while !take("]") {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        }
        return .array(values)
    }

    private mutating func dictionary(_ depth: Int) -> PDFValue? {
        position += 2
        var members: [String: PDFValue] = [:]
        while !take(">>") {
            // Readers differ in which of two entries with the same key they use.
            guard next == 0x2F, let key = name(), let value = value(depth: depth + 1),
                members.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return .dictionary(members)
    }

    private mutating func name() -> String? {
        position += 1
        var letters: [UInt8] = []
        while let byte = next, !PDFScanner.isBlank(byte), !PDFScanner.isDelimiter(byte) {
            position += 1
            if byte == 0x23, position + 1 < bytes.count,
                let high = Hexadecimal.value(bytes[position]),
                let low = Hexadecimal.value(bytes[position + 1])
            {
                letters.append(high << 4 | low)
                position += 2
            } else {
                letters.append(byte)
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private mutating func numberOrReference() -> PDFValue? {
        guard let value = operand() else { return nil }
        let end = position
        // The number may begin a reference, `12 0 R`. Readers differ about other generations.
        if case .integer(let number) = value, number >= 0, self.number() == 0, take("R") {
            return .reference(number)
        }
        position = end
        return value
    }

    /// Reads a literal string (7.3.4.2).
    private mutating func literal() -> [UInt8]? {
        position += 1
        var text: [UInt8] = []
        var open = 1
        while let byte = next {
            position += 1
            switch byte {
            case 0x28:
                open += 1
                text.append(byte)
            case 0x29:
                open -= 1
                if open == 0 { return text }
                text.append(byte)
            case 0x5C: escape(into: &text)
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape(into text: inout [UInt8]) {
        guard let byte = next else { return }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case 0x30...0x37:
            var code = Int(byte - 0x30)
            for _ in 0..<2 {
                guard let digit = next, (0x30...0x37).contains(digit) else { break }
                code = code * 8 + Int(digit - 0x30)
                position += 1
            }
            text.append(UInt8(truncatingIfNeeded: code))
        case 0x0D: if next == 0x0A { position += 1 }
        case 0x0A: break
        default: text.append(byte)
        }
    }

    private mutating func hexadecimal() -> [UInt8]? {
        position += 1
        var digits: [UInt8] = []
        while let byte = next {
            position += 1
            if byte == 0x3E {
                if digits.count % 2 == 1 { digits.append(0) }
                return stride(from: 0, to: digits.count, by: 2).map {
                    digits[$0] << 4 | digits[$0 + 1]
                }
            }
            if let digit = Hexadecimal.value(byte) { digits.append(digit) }
        }
        return nil
    }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B || byte == 0
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x2F, 0x25: true
        default: false
        }
    }
}
