import Basics
import Foundation
import Testing

@Suite struct Base64Tests {
    @Test func decodesWhatFoundationEncodes() {
        for count in 1...100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.text(of: bytes) == text)
            #expect(Base64.decodeStrictly(text[...].utf8) == bytes)
        }
    }

    @Test(arguments: [
        "", "A", "AA", "AAA", "AA=A", "=AAA", "A===", "====", "AAAA====", "AA==AAAA", "AA A",
        "AAAA\n", "AA-_", "AAA\u{0}", "ÄÄ", "AAAAA",
    ])
    func rejectsEverythingElse(text: String) {
        #expect(Base64.decodeStrictly(text[...].utf8) == nil)
    }
}
