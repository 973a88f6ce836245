import Basics
import Testing

@Suite struct DecimalDigitsTests {
    /// The expected texts with a leading zero and without.
    private static let values: [(Double, String, String)] = [
        (0, "0", "0"), (-0.0004, "0", "0"), (0.0005, "0.001", ".001"), (0.5, "0.5", ".5"),
        (-0.25, "-0.25", "-.25"), (1, "1", "1"), (-12.1, "-12.1", "-12.1"),
        (1234.567_89, "1234.568", "1234.568"), (999.9996, "1000", "1000"), (0.07, "0.07", ".07"),
        (.nan, "0", "0"), (.infinity, "0", "0"), (1_000_000, "0", "0"),
    ]

    @Test(arguments: values)
    func roundsToThousandths(value: Double, whole: String, bare: String) {
        #expect(Self.text(value, leadingZero: true) == whole)
        #expect(Self.text(value, leadingZero: false) == bare)
    }

    @Test(arguments: [(7, 2, "07"), (-7, 4, "-0007"), (0, 1, "0"), (12_345, 4, "12345")])
    func numbersArePaddedWithZeros(number: Int, digits: Int, text: String) {
        #expect(String(number, digits: digits) == text)
    }

    private static func text(_ value: Double, leadingZero: Bool) -> String {
        var bytes: [UInt8] = []
        DecimalDigits.append(
            thousandths: value, below: 1_000_000, leadingZero: leadingZero, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
