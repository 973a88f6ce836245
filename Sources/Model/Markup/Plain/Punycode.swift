/// Punycode, which writes letters of any script as ASCII in domain name labels (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26

    static func encoded(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { Int($0.value) }
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = output.count
        var handled = basic
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (next, delta, bias) = (0x80, 0, 72)
        while handled < scalars.count {
            guard let smallest = scalars.filter({ $0 >= next }).min() else { break }
            delta += (smallest - next) * (handled + 1)
            next = smallest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, of: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a variable-length integer (3.3).
    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var step = base
        while true {
            let threshold = min(max(step - bias, tMin), tMax)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            step += base
        }
        output.append(digit(rest))
    }

    /// Decodes the part of a label after `xn--` (6.2), at most 59 bytes. Returns nil if it is
    /// invalid.
    static func decoded(_ text: Substring) -> [Unicode.Scalar]? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 59, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let end = bytes.lastIndex(of: UInt8(ascii: "-"))
        var output = bytes[..<(end ?? 0)].map { Unicode.Scalar($0) }
        var rest = bytes[(end.map { $0 + 1 } ?? 0)...]
        var (next, index, bias) = (0x80, 0, 72)
        while !rest.isEmpty {
            let old = index
            var (weight, step) = (1, base)
            while true {
                guard let digit = rest.popFirst().flatMap(value) else { return nil }
                index += digit * weight
                let threshold = min(max(step - bias, tMin), tMax)
                guard digit >= threshold else { break }
                weight *= base - threshold
                step += base
                guard weight < 1 << 40 else { return nil }
            }
            bias = adapted(index - old, of: output.count + 1, isFirst: old == 0)
            next += index / (output.count + 1)
            index %= output.count + 1
            guard next <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(next)) else { return nil }
            output.insert(scalar, at: index)
            index += 1
        }
        return output.isEmpty ? nil : output
    }

    private static func value(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x61...0x7A: Int(byte) - 0x61
        case 0x41...0x5A: Int(byte) - 0x41
        case 0x30...0x39: Int(byte) - 0x30 + 26
        default: nil
        }
    }

    private static func digit(_ number: Int) -> UInt8 {
        UInt8(number < 26 ? 0x61 + number : 0x30 + number - 26)
    }

    private static func adapted(_ delta: Int, of count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var step = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            step += base
        }
        return step + (base - tMin + 1) * delta / (delta + 38)
    }
}
