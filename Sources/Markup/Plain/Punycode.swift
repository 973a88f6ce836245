/// Writes letters of any script as ASCII (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let least = 1
    private static let most = 26

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

    /// A number of variable length (3.3).
    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var step = base
        while true {
            let threshold = min(max(step - bias, least), most)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            step += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ number: Int) -> UInt8 {
        UInt8(number < 26 ? 0x61 + number : 0x30 + number - 26)
    }

    private static func adapted(_ delta: Int, of count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var step = 0
        while delta > (base - least) * most / 2 {
            delta /= base - least
            step += base
        }
        return step + (base - least + 1) * delta / (delta + 38)
    }
}
