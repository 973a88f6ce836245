/// An image that cairo wrote for a placeholder, or the mask of one.
struct PlaceholderObject {
    /// What every image holds that cairo writes. No text of a caller's can hold it: cairo writes
    /// strings with line breaks in hexadecimal.
    static let marker: StaticString = "\n   /Subtype /Image\n"

    let number: Int
    let width: Int
    let height: Int
    let isMask: Bool
    /// The number of the image's mask.
    let mask: Int?
    /// From its number to the end of its last line.
    let range: Range<Int>

    init?(in bytes: [UInt8], aroundMarkerAt place: Int) {
        var scanner = PDFScanner(bytes)
        // The marker is the end of the fourth line of an object.
        var start = scanner.line(of: place)
        for _ in 0..<3 { start = scanner.line(of: max(0, start - 1)) }
        scanner.offset = start
        guard let number = scanner.number(), scanner.take(" 0 obj\n<< /Length "),
            scanner.number() != nil, scanner.take(" 0 R\n   /Filter /FlateDecode"),
            scanner.take("\n   /Type /XObject\n   /Subtype /Image\n   /Width "),
            let width = scanner.number(), scanner.take("\n   /Height "),
            let height = scanner.number(), scanner.take("\n   /ColorSpace /Device")
        else { return nil }
        isMask = scanner.take("Gray")
        guard isMask || scanner.take("RGB"), scanner.take("\n   /Interpolate false"),
            scanner.take("\n   /BitsPerComponent 8\n")
        else { return nil }
        var mask: Int?
        if scanner.take("   /SMask ") {
            mask = scanner.number()
            guard mask != nil, scanner.take(" 0 R\n") else { return nil }
        }
        guard scanner.take(">>\nstream\n"), let end = scanner.next("\nendstream\nendobj\n") else {
            return nil
        }
        scanner.offset = end
        guard scanner.take("\nendstream\nendobj\n") else { return nil }
        self.number = number
        self.width = width
        self.height = height
        self.mask = mask
        range = start..<scanner.offset
    }
}
