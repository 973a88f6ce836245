import Scene

/// A photo, a film or a GIF, as large as the look allows, its corners following the bubble's.
struct MediaPiece: Piece {
    let cell: MediaCell
    let size: Size
    /// As wide as it may grow with its bubble; in a still wider one it stands whole, with room
    /// beside it.
    let widest: Double
    /// The color beside the picture in a wider bubble.
    let beside: Color
    /// Whether not even its corners may be rounded.
    let isWhole: Bool

    /// Narrower columns of words would be hard to read.
    private static let leastWords = 200.0

    var bleeds: Bool { true }
    var isOpaque: Bool { true }
    var text: String { cell.text }

    var wordsWidth: Double? {
        max(size.width, min(isWhole ? .infinity : widest, MediaPiece.leastWords))
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
