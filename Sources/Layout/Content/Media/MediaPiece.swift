import Scene

/// A photo, a video or a GIF at the maximum size of the theme. Its corners follow the bubble's.
struct MediaPiece: Piece {
    let cell: MediaCell
    let size: Size
    /// The width up to which the picture grows with its bubble. In a wider bubble it is centered,
    /// with a margin on both sides.
    let widest: Double
    /// The color beside the picture in a wider bubble.
    let beside: Color
    /// Whether the picture must not be cropped, not even by rounded corners.
    let isWhole: Bool

    /// The minimum width for text; narrower columns would be hard to read.
    private static let minTextWidth = 200.0

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var text: String { cell.text }

    var wordsWidth: Double? {
        max(size.width, min(isWhole ? .infinity : widest, MediaPiece.minTextWidth))
    }

    func fitted(to width: Double) -> any Piece {
        let grown = min(width, widest)
        guard grown > size.width else { return self }
        return scaled(by: grown / size.width)
    }

    private func scaled(by factor: Double) -> MediaPiece {
        MediaPiece(
            cell: cell, size: Size(size.width * factor, size.height * factor), widest: widest,
            beside: beside, isWhole: isWhole)
    }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let outline = clip ?? .rectangle(frame)
        let spare = frame.width - size.width
        if isWhole {
            let place = Rect(frame.minX, frame.minY, size.width, size.height)
            drawing.add(cell.figure(in: place, outline: .rectangle(place)))
        } else if spare > 0.5 {
            let place = Rect(frame.minX + spare / 2, frame.minY, size.width, size.height)
            drawing.fill(outline, beside)
            let figure = cell.figure(in: place, outline: .rectangle(place))
            drawing.add(.clipped(outline, [figure]))
        } else {
            drawing.add(cell.figure(in: frame, outline: outline))
        }
        if let exhibit = cell.exhibit { drawing.add(exhibit.lead(over: frame)) }
    }
}
