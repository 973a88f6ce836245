/// A date and time in ISO 8601 without an offset: `2026-05-31T09:00:00`, with milliseconds if there
/// are any.
package struct TimeDigits {
    private(set) var digits = InlineArray<32, UInt8>(repeating: 0)
    /// The number of digits in use.
    private(set) var count = 0
    private var dayCount = 0

    package init(_ time: CivilTime) {
        if time.year < 0 { append(UInt8(ascii: "-")) }
        let year = Int(time.year.magnitude)
        append(year, year < 10_000 ? 4 : String(year).utf8.count)
        append(time.month, 2, after: UInt8(ascii: "-"))
        append(time.day, 2, after: UInt8(ascii: "-"))
        dayCount = count
        append(time.hour, 2, after: UInt8(ascii: "T"))
        append(time.minute, 2, after: UInt8(ascii: ":"))
        append(time.second, 2, after: UInt8(ascii: ":"))
        if time.millisecond > 0 { append(time.millisecond, 3, after: UInt8(ascii: ".")) }
    }

    /// The date: `2026-05-31`.
    package var day: String { text(dayCount) }

    var text: String { text(count) }

    private func text(_ count: Int) -> String {
        unsafe digits.span.extracting(..<count).withUnsafeBufferPointer { digits in
            unsafe String(decoding: digits, as: UTF8.self)
        }
    }

    private mutating func append(_ sign: UInt8) {
        digits[count] = sign
        count += 1
    }

    private mutating func append(_ value: Int, _ width: Int, after sign: UInt8? = nil) {
        if let sign { append(sign) }
        var rest = value
        for index in (count..<count + width).reversed() {
            digits[index] = UInt8(0x30 + rest % 10)
            rest /= 10
        }
        count += width
    }
}
