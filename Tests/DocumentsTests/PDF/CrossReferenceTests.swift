import Testing

@testable import Documents

@Suite struct CrossReferenceTests {
    @Test func offsetsUseFourBytesIfTheyFit() {
        let table = CrossReferences([
            .unwritten, .offset(0xFFFF_FFFF), .packed(stream: 1, index: 2),
        ])
        #expect(table.width == 4)
        #expect(
            table.bytes == [
                0, 0, 0, 0, 0, 255, 255, 1, 255, 255, 255, 255, 0, 0, 2, 0, 0, 0, 1, 0, 2,
            ])
    }

    /// As readers decode it (ISO 32000-1, 7.4.4.4).
    @Test func rowsAreEncodedWithTheUpPredictor() {
        let table = CrossReferences([
            .unwritten, .offset(300), .offset(40), .packed(stream: 7, index: 513),
        ])
        var rows: [UInt8] = []
        for start in stride(from: 0, to: table.filtered.count, by: table.columns + 1) {
            #expect(table.filtered[start] == 2)
            for column in 0..<table.columns {
                let above = rows.count < table.columns ? 0 : rows[rows.count - table.columns]
                rows.append(table.filtered[start + 1 + column] &+ above)
            }
        }
        #expect(rows == table.bytes)
    }

    @Test(arguments: [(1 << 32, 5), ((1 << 40) - 1, 5), (1 << 40, 6)])
    func offsetsBeyondFourGibibytesAreWider(offset: Int, width: Int) {
        let table = CrossReferences([.offset(offset)])
        #expect(table.width == width && table.bytes.count == width + 3)
        let read = table.bytes[1...width].reduce(0) { $0 << 8 | Int($1) }
        #expect(read == offset)
    }
}
