import Scene
import TestDrawing
import Testing

@testable import Typesetting

/// One typesetter per test, each with the repository's own fonts.
enum Sample {
    static let style = TextStyle(families: ["Inter"], size: 17, lineHeight: 20.3)

    static func typesetter() throws -> Typesetter {
        try TestFonts.use()
        return Typesetter(fonts: FontTable())
    }

    static func text(
        _ text: String, size: Double = 17, direction: StyledText.Direction = .automatic,
        alignment: StyledText.Alignment = .start, language: String? = nil, lineLimit: Int? = nil,
        spans: [StyledText.Span] = []
    ) -> StyledText {
        var style = style
        style.size = size
        return StyledText(
            text, style: style, color: .black, spans: spans, direction: direction,
            alignment: alignment, language: language, lineLimit: lineLimit)
    }
}

extension ShapedText {
    /// Including trailing spaces.
    var lineTexts: [String] {
        lines.map { line in
            let bytes = Array(text.utf8)[Int(line.text.lowerBound)..<Int(line.text.upperBound)]
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// From left to right, as text offsets.
    func clusters(ofLine index: Int) -> [Int] {
        lines[index].runs.flatMap { run in
            runs[Int(run)].glyphs.map { Int(glyphs[Int($0)].cluster) }
        }
    }

    /// The first characters of a line's clusters, from left to right.
    func visual(line index: Int = 0) -> String {
        let bytes = Array(text.utf8)
        return clusters(ofLine: index).map { offset in
            String(String(decoding: bytes[offset...], as: UTF8.self).unicodeScalars.first ?? "?")
        }.joined()
    }
}
