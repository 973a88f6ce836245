package import Scene

/// Sets text with Pango: fonts and shaping are Pango's and HarfBuzz's, lines are our own.
///
/// Not safe to share: one for each thread that sets text, all with one `FontTable`.
package final class Typesetter {
    package let fonts: FontTable
    private let shaper: Shaper
    private var draft = Draft()

    package convenience init(fonts: FontTable) { self.init(fonts: fonts, usesShortcuts: true) }

    /// Without shortcuts it is slower and sets the same.
    init(fonts: FontTable, usesShortcuts: Bool) {
        self.fonts = fonts
        shaper = Shaper(
            faces: FaceStore(table: fonts, census: Self.census), usesShortcuts: usesShortcuts)
    }

    /// Breaks the text into lines no wider than `width`, shrunk to the smallest width that keeps
    /// their number.
    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        var copy = text.text
        return copy.withUTF8 { bytes in
            guard unsafe bytes.contains(0) else { return unsafe shape(text, bytes, width: width) }
            // Pango takes it for the end of the text, and aborts the process over the rest.
            let harmless = unsafe bytes.map { $0 == 0 ? 1 : $0 }
            return unsafe harmless.withUnsafeBufferPointer { bytes in
                unsafe shape(text, bytes, width: width)
            }
        }
    }

    private func shape(
        _ text: StyledText, _ bytes: UnsafeBufferPointer<UInt8>, width: Double
    ) -> ShapedText {
        draft.clear()
        var paragraphs = unsafe Paragraphs.split(bytes, direction: text.direction)
        let language = unsafe Language.of(text.language, text: bytes)
        let styles = unsafe shaper.styles(of: text, bytes: bytes, language: language)
        unsafe shaper.shape(
            &paragraphs, of: bytes, styles: styles, language: language, into: &draft)
        let breaker = LineBreaker(draft: draft, paragraphs: paragraphs, styles: styles.styles)
        let lines = breaker.lines(in: width, limit: text.lineLimit)
        let writer = LineWriter(
            text: text, draft: draft, paragraphs: paragraphs, styles: styles)
        return writer.write(lines)
    }
}
