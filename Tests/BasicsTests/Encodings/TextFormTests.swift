import Basics
import Foundation
import Testing

@Suite struct TextFormTests {
    /// Compares the normal forms with the system's for all assigned characters of the basic plane.
    @Test func normalFormsMatchTheSystem() {
        for value: UInt32 in 0x80..<0xFB50 {
            guard let scalar = Unicode.Scalar(value),
                scalar.properties.generalCategory != .unassigned
            else { continue }
            let text = "a" + String(scalar)
            #expect(
                text.composed.unicodeScalars.elementsEqual(
                    text.precomposedStringWithCanonicalMapping.unicodeScalars), "\(value)")
            #expect(
                text.decomposedForComparison.unicodeScalars.elementsEqual(
                    text.decomposedStringWithCompatibilityMapping.unicodeScalars), "\(value)")
        }
    }

    @Test func textsWithNULAreUnchanged() {
        #expect("e\u{301}\u{0}x".composed.unicodeScalars.count == 4)
        #expect("".composed.isEmpty && "e\u{301}".composed.unicodeScalars.count == 1)
    }

    @Test(arguments: [
        ("a%20b", "a b" as String?), ("100%", "100%"), ("%C3%A9", "é"), ("%zz%4", "%zz%4"),
        ("%FF", nil), ("plain", "plain"),
    ])
    func percentEscapesAreDecoded(text: String, decoded: String?) {
        #expect(text.percentDecoded == decoded)
    }

    @Test func trimsSpacesAtBothEnds() {
        #expect(" \t\u{A0}a b\u{3000} ".withoutBlanksAtEnds == "a b")
        #expect("\na\n".withoutBlanksAtEnds == "\na\n" && "  ".withoutBlanksAtEnds.isEmpty)
    }
}
