/// Clears what cairo 1.16 writes twice: a picture drawn twice on a page is named twice in the page's
/// resources, which no dictionary may hold (ISO 32000-1, 7.3.7) and which `qpdf --check` warns of.
///
/// Spaces take the place of the second name, so that no offset in the file moves.
enum RepeatedResources {
    static func clear(in bytes: inout [UInt8]) {
        var scanner = PDFScanner(bytes)
        var repeated: [Range<Int>] = []
        while let found = scanner.next("\n   /XObject <<") {
            scanner.offset = found
            _ = scanner.take("\n   /XObject <<")
            repeated += repeatedEntries(&scanner)
        }
        for range in repeated {
            for index in range { bytes[index] = 0x20 }
        }
    }

    /// Reads ` /x1 1 0 R` again and again until something else comes, such as the closing `>>`.
    private static func repeatedEntries(_ scanner: inout PDFScanner) -> [Range<Int>] {
        var seen: Set<Int> = []
        var repeated: [Range<Int>] = []
        while true {
            let start = scanner.offset
            guard scanner.take(" /x"), let name = scanner.number(), scanner.take(" "),
                scanner.number() == name, scanner.take(" 0 R")
            else {
                scanner.offset = start
                return repeated
            }
            if !seen.insert(name).inserted { repeated.append(start..<scanner.offset) }
        }
    }
}
