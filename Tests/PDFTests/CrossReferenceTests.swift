import Testing

@testable import PDF

@Suite struct CrossReferenceTests {
    @Test func offsetsTakeFourBytesAsLongAsTheyFit() {
        let table = CrossReferences([
            .unwritten, .offset(0xFFFF_FFFF), .packed(stream: 1, index: 2),
        ])
        #expect(table.width == 4)
        #expect(
            table.bytes == [
                0, 0, 0, 0, 0, 255, 255, 1, 255, 255, 255, 255, 0, 0, 2, 0, 0, 0, 1, 0, 2,
            ])
    }

    @Test(arguments: [(1 << 32, 5), ((1 << 40) - 1, 5), (1 << 40, 6)])
    func beyondFourGibibytesTheyAreWider(offset: Int, width: Int) {
        let table = CrossReferences([.offset(offset)])
        #expect(table.width == width && table.bytes.count == width + 3)
        let read = table.bytes[1...width].reduce(0) { $0 << 8 | Int($1) }
        #expect(read == offset)
    }
}
