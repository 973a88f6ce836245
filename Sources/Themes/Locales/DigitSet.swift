/// The ten digits of a script.
package struct DigitSet: Sendable, Hashable {
    /// The code point of the digit zero. The other digits follow it.
    package let zero: UInt32

    static let latin = DigitSet(zero: 0x30)

    private init(zero: UInt32) { self.zero = zero }

    /// Returns nil for names unknown to CLDR.
    init?(_ name: String) {
        guard let zero = DigitSet.offeredZeros[name] ?? DigitSet.otherZeros[name] else {
            return nil
        }
        self.zero = zero
    }

    package func localized(_ ascii: String) -> String {
        guard zero != 0x30 else { return ascii }
        var scalars = String.UnicodeScalarView()
        for scalar in ascii.unicodeScalars {
            let digit = scalar.value &- 0x30
            scalars.append(digit < 10 ? Unicode.Scalar(zero + digit) ?? scalar : scalar)
        }
        return String(scalars)
    }

    /// The digits that a caller may request.
    static let offered = Set(offeredZeros.keys)

    private static let offeredZeros: [String: UInt32] = [
        "latn": 0x30, "arab": 0x660, "arabext": 0x6F0, "deva": 0x966, "beng": 0x9E6,
        "guru": 0xA66, "gujr": 0xAE6, "orya": 0xB66, "tamldec": 0xBE6, "telu": 0xC66,
        "knda": 0xCE6, "mlym": 0xD66, "thai": 0xE50, "laoo": 0xED0, "tibt": 0xF20, "mymr": 0x1040,
        "khmr": 0x17E0, "fullwide": 0xFF10,
    ]

    /// The code points of zero for other digits of some languages.
    private static let otherZeros: [String: UInt32] = [
        "adlm": 0x1E950, "cakm": 0x11136, "hmnp": 0x1E140, "java": 0xA9D0, "mtei": 0xABF0,
        "nkoo": 0x7C0, "olck": 0x1C50, "rohg": 0x10D30,
    ]
}
