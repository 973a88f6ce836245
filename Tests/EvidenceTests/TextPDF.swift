import Basics

@testable import Evidence

/// A document whose pages show texts, with one run of glyphs for each part between bars.
struct TextPDF {
    private let pages: [String]
    /// Operators after the text of the first page.
    var extra = ""
    /// The annotations of all pages.
    var annotations = ""

    init(_ pages: [String]) { self.pages = pages }

    func text() throws -> DocumentText {
        try DocumentText(
            of: PDFObjects(bytes, limit: 1 << 20, budget: .unlimited), budget: .unlimited)
    }

    private var bytes: [UInt8] {
        func stream(_ data: String) -> String {
            "<</Length \(data.utf8.count)>>stream\n\(data)\nendstream"
        }
        func hexadecimal(_ value: Int) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        let scalars = Array(Set(pages.joined().unicodeScalars)).sorted()
        let codes = Dictionary(uniqueKeysWithValues: zip(scalars, 1...))
        let map = scalars.map { scalar -> String in
            let units = String(scalar).utf16.map { hexadecimal(Int($0)) }.joined()
            return "<\(hexadecimal(codes[scalar] ?? 0))> <\(units)>"
        }
        let contents = pages.enumerated().map { index, page -> String in
            let runs = page.split(separator: "|").enumerated().map { place, run -> String in
                let shown = run.unicodeScalars.map { hexadecimal(codes[$0] ?? 0) }.joined()
                return "1 0 0 1 \(500 - 150 * place) 700 Tm <\(shown)> Tj"
            }
            return "BT /F 10 Tf \(runs.joined(separator: " ")) ET \(index == 0 ? extra : "")"
        }
        let widths = scalars.map { _ in "500" }.joined(separator: " ")
        let kids = pages.indices.map { "\(6 + 2 * $0) 0 R" }.joined(separator: " ")
        let picture = 6 + 2 * contents.count
        return SimplePDF(
            objects: [
                "<</Pages 2 0 R>>", "<</MediaBox[0 0 900 800]/Kids[\(kids)]>>",
                "<</Encoding/Identity-H/ToUnicode 4 0 R/DescendantFonts[5 0 R]>>",
                stream("beginbfchar \(map.joined(separator: " ")) endbfchar"),
                "<</W[1[\(widths)]]>>",
            ]
                + contents.enumerated().flatMap { index, content in
                    [
                        "<</Contents \(7 + 2 * index) 0 R/Annots[\(annotations)]"
                            + "/Resources<</Font<</F 3 0 R>>/XObject<</I \(picture) 0 R>>>>>>",
                        stream(content),
                    ]
                } + ["<</Subtype/Image/Length 0>>stream\n\nendstream"]
        ).bytes
    }
}
