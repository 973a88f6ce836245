/// Numbers in decimal digits, as documents and drawings write them.
package enum DecimalDigits {
    @inlinable
    package static func append(_ value: UInt, to bytes: inout [UInt8]) {
        if value >= 10 { append(value / 10, to: &bytes) }
        bytes.append(0x30 + UInt8(value % 10))
    }

    /// Rounded to thousandths, without zeros behind the last digit; 0 for what is no number.
    ///
    /// - Parameters:
    ///   - limit: from here on it is none either.
    ///   - leadingZero: whether a zero stands before the point of what is smaller than one.
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
