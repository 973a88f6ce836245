/// A date and time in ISO 8601 without an offset: `2026-05-31T09:00:00`, with milliseconds if there
/// are any.
struct TimeDigits {
    private(set) var digits = InlineArray<23, UInt8>(repeating: 0)
    /// The number of digits in use.
    private(set) var count = 0

    /// Returns nil outside of the years 0 to 9999, which have no four-digit form.
    init?(_ time: CivilTime) {
        guard 0...9999 ~= time.year else { return nil }
        append(time.year, 4)
        append(time.month, 2, after: UInt8(ascii: "-"))
        append(time.day, 2, after: UInt8(ascii: "-"))
        append(time.hour, 2, after: UInt8(ascii: "T"))
        append(time.minute, 2, after: UInt8(ascii: ":"))
        append(time.second, 2, after: UInt8(ascii: ":"))
        if time.millisecond > 0 { append(time.millisecond, 3, after: UInt8(ascii: ".")) }
    }

    private mutating func append(_ value: Int, _ width: Int, after sign: UInt8? = nil) {
        if let sign {
            digits[count] = sign
            count += 1
        }
        var rest = value
        for index in (count..<count + width).reversed() {
            digits[index] = UInt8(0x30 + rest % 10)
            rest /= 10
        }
        count += width
    }
}
