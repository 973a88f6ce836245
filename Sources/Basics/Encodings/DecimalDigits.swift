extension String {
    /// A number with leading zeros up to this many digits.
    package init(_ number: Int, digits count: Int) {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: Swift.max(0, count - digits.utf8.count))
        self = (number < 0 ? "-" : "") + zeros + digits
    }
}

package enum DecimalDigits {
    @inlinable
    package static func append(_ value: UInt, to bytes: inout [UInt8]) {
        if value >= 10 { append(value / 10, to: &bytes) }
        bytes.append(0x30 + UInt8(value % 10))
    }

    /// Appends a number rounded to thousandths, without trailing zeros. NaN is written as 0.
    ///
    /// - Parameters:
    ///   - limit: the bound from which numbers are written as 0, too.
    ///   - leadingZero: whether numbers below one have a zero before the point.
    @inlinable
    package static func append(
        thousandths value: Double, below limit: Double, leadingZero: Bool, to bytes: inout [UInt8]
    ) {
        let thousandths = value.magnitude < limit ? Int((value * 1000).rounded()) : 0
        if thousandths < 0 { bytes.append(0x2D) }
        let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
        if leadingZero || whole > 0 || rest == 0 { append(whole, to: &bytes) }
        guard rest > 0 else { return }
        bytes.append(0x2E)
        bytes.append(0x30 + UInt8(rest / 100))
        if rest % 100 > 0 { bytes.append(0x30 + UInt8(rest / 10 % 10)) }
        if rest % 10 > 0 { bytes.append(0x30 + UInt8(rest % 10)) }
    }
}
