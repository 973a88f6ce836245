import Scene
package import Themes

/// A small line at the bottom of a picture or page, such as "Reconstruction".
package struct MarkLine: Sendable {
    private let words: String
    private let style: TextStyle
    private let color: Color

    /// The height reserved at the bottom.
    static let height = 24.0

    package init(_ words: String, for theme: Theme) {
        self.words = words
        var style = theme.text.status.style
        (style.size, style.lineHeight, style.weight) = (11, 14, 500)
        self.style = style
        color = theme.text.status.color
    }

    /// - Parameters:
    ///   - band: the area at the bottom of the picture.
    ///   - around: the color behind the band; nil if it is transparent or the theme's background.
    func block(
        in band: Rect, on around: Color?, isClear: Bool, _ pictures: PictureTable,
        _ measurer: any TextMeasurer
    ) -> Block {
        let ink =
            around.map { $0.luminance < 0.2 ? Color(200, 200, 205) : Color(70, 70, 75) }
            ?? (isClear ? Color(118, 118, 123) : color)
        let text = measurer.shape(
            StyledText(words, style: style, color: ink, alignment: .center, lineLimit: 1),
            width: max(band.width - 24, 40))
        let frame = Rect(
            band.midX - text.size.width / 2, band.midY - text.size.height / 2, text.size.width,
            text.size.height)
        return Block(
            role: .note, frame: frame, text: words,
            nodes: pictures.painted([.text(text, at: frame.origin)]))
    }
}

extension Pages {
    func mark(on number: Int, with measurer: any TextMeasurer) -> Block? {
        guard let mark = transcript.mark else { return nil }
        let measurer = transcript.layout.measurer(measurer)
        let size = size(of: number)
        let foot = max(MarkLine.height, paper.look.map { size.height - $0.room.maxY } ?? 0)
        // On a sheet the mark is below the footer.
        let band =
            paper.isSheet
            ? Rect(0, size.height - MarkLine.height, size.width, MarkLine.height)
            : Rect(0, size.height - foot, size.width, foot)
        let card = paper.look?.card
        return mark.block(
            in: band, on: card?.around, isClear: card != nil, transcript.layout.pictures, measurer)
    }
}
