import Imaging
import Testing

@testable import Rendering

@Suite struct SplicingTests {
    @Test func movesWhatFollowsAShift() {
        var shifts = OffsetShifts()
        shifts.add(10, from: 100)
        shifts.add(-4, from: 200)
        let moved = [0, 99, 100, 199, 200, 500].map { shifts.moved($0) }
        #expect(moved == [0, 99, 110, 209, 206, 506])
    }

    @Test func rewritesTheTableOfOffsets() throws {
        var shifts = OffsetShifts()
        shifts.add(1_000, from: 50)
        func file(_ second: String, _ table: String) -> String {
            """
            xref
            0 3
            0000000000 65535 f\u{20}
            0000000015 00000 n\u{20}
            \(second) 00000 n\u{20}
            trailer
            << /Size 3
            >>
            startxref
            \(table)
            %%EOF

            """
        }
        let table = try CrossReferences(
            endOf: Array(("x" + file("0000000050", "101")).utf8), from: 100)
        #expect(table.start == 1)
        let written = String(decoding: table.written(with: shifts), as: UTF8.self)
        #expect(written == file("0000001050", "1101"))
    }

    @Test(arguments: [
        "", "startxref\n", "startxref\n0\n%%EOF\n", "xref\n0 9\nstartxref\n0\n%%EOF\n",
    ])
    func refusesTablesThatItDoesNotKnow(end: String) {
        #expect(throws: FinishingFault.crossReferences) {
            try CrossReferences(endOf: Array(end.utf8), from: 0)
        }
    }

    @Test func noticesImagesThatAreNoPlaceholders() {
        var stream = DocumentStream(from: PictureBank())
        let image =
            "4 0 obj\n<< /Length 5\n   /Type /XObject\n   /Subtype /Image\n   /Width 1\n>>\nstream\n"
        let end = "xref\n0 0\ntrailer\nstartxref\n\(image.utf8.count)\n%%EOF\n"
        #expect(throws: FinishingFault.unknownImages(1)) {
            try stream.finish(Array((image + end).utf8))
        }
    }

    @Test func takesColorsApartFromTheirAlpha() {
        guard let zlib = Zlib() else { return }
        let bitmap = Bitmap(
            size: PixelSize(2, 1), pixels: [0x8040_2000, 0xFFFF_FFFF], isOpaque: false)
        let picture = DocumentPicture(bitmap, with: zlib)
        #expect(!picture.isGrey)
        #expect(picture.alpha != nil)
        let grey = Bitmap(size: PixelSize(1, 1), pixels: [0xFF77_7777], isOpaque: false)
        let opaque = DocumentPicture(grey, with: zlib)
        #expect(opaque.isGrey)
        #expect(opaque.alpha == nil)
    }
}
