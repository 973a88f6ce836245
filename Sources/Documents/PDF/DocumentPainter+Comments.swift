import Scene

/// Comments on parts of a document (ISO 32000-1, 12.5.6.4).
extension DocumentPainter {
    /// Comments are printed; readers must not scale or rotate them (ISO 19005-3, 6.3.2).
    private static let kind: StaticString = "/Text/Name/Comment/F 28/C[1 .85 .37]"
    /// The icon of a comment, in PDF points.
    private static let side = 18.0
    private static let gap = 2.0
    private static let paper = Color(0xFF, 0xD9, 0x5E)
    private static let ink = Color(0x4A, 0x38, 0x00)

    /// Paints comments in the margin beside the block, or at its edge if there is no margin.
    func paintComments(of block: Block, in content: inout PageContent) throws(PDFFault) {
        let side = Self.side / scale
        let gap = Self.gap / scale
        let isBeside = pageWidth - block.frame.maxX > side + gap
        let x = isBeside ? block.frame.maxX + gap : block.frame.maxX - side - gap
        for (index, words) in block.comments.enumerated() {
            try file.check()
            let frame = Rect(x, block.frame.minY + Double(index) * (side + gap), side, side)
            var form = content.beginForm()
            try paint(Self.icon(in: frame), isRead: false, in: &form)
            form.finishForm()
            let face = file.add(form, over: frame, isFace: true)
            try part(.annotation, in: &content) { _ throws(PDFFault) in
                annotate(words, over: frame, as: Self.kind) { entry in
                    entry.raw("/AP<</N ")
                    entry.reference(face)
                    entry.raw(">>")
                }
            }
        }
    }

    private static func icon(in frame: Rect) -> [Node] {
        let unit = frame.width / 18
        let card = Rect(
            frame.minX + unit, frame.minY + 2 * unit, frame.width - 2 * unit,
            frame.height - 6 * unit)
        var tip = Path()
        tip.move(card.minX + 4 * unit, card.maxY - unit)
        tip.line(card.minX + 5 * unit, frame.maxY - unit)
        tip.line(card.minX + 9 * unit, card.maxY - unit)
        tip.close()
        let lines = [4.0, 7.5].map { y in
            Node.fill(
                .rectangle(
                    Rect(card.minX + 3 * unit, card.minY + y * unit, 10 * unit, 1.2 * unit)), ink)
        }
        return [.fill(tip, paper), .fill(.rounded(card, 2.5 * unit), paper)] + lines
    }
}
