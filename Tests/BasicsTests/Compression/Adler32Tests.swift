import Testing

@testable import Basics

@Suite struct Adler32Tests {
    @Test func matchesThePublishedExample() {
        var sum = Adler32()
        sum.append(Array("Wikipedia".utf8).span)
        #expect(sum.value == 0x11E6_0398)
    }

    @Test(arguments: [0, 1, 5, 65_520, 65_521, 65_522, 200_000])
    func combinesPieces(cut: Int) {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 | 0xF0) }
        var whole = Adler32()
        whole.append(bytes.span)
        var first = Adler32()
        first.append(bytes.span.extracting(first: cut))
        var second = Adler32()
        second.append(bytes.span.extracting(last: bytes.count - cut))
        first.append(second, count: bytes.count - cut)
        #expect(first == whole)
    }
}
