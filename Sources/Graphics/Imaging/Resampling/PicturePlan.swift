package import Scene

/// The mapping of one placed picture to the pixels of the drawing.
package struct PicturePlan {
    let picture: PlacedPicture
    /// All pixels that the picture covers.
    package let target: PixelRect

    package init(_ picture: PlacedPicture, scale: Double) {
        self.picture = picture
        // Under a clip the picture must cover every pixel that the clip's antialiased edge touches.
        target =
            picture.clip == nil
            ? PixelRect(nearest: picture.frame, scale: scale)
            : PixelRect(covering: picture.frame, scale: scale)
    }

    /// The resampling of the bitmap for the visible part; `visible` is within `target`.
    package func resampling(_ bitmap: Bitmap, visible: PixelRect, scale: Double) -> Resampling {
        let (columns, rows) = zones(bitmap, scale: scale)
        return Resampling(
            columns: map(
                columns, limit: bitmap.width, target.x, visible.x, isMirrored: picture.isMirrored),
            rows: map(rows, limit: bitmap.height, target.y, visible.y, isMirrored: false),
            tint: picture.tint)
    }

    private func map(
        _ zones: [AxisMap.Zone], limit: Int, _ target: Range<Int>, _ visible: Range<Int>,
        isMirrored: Bool
    ) -> AxisMap {
        let start = visible.lowerBound - target.lowerBound
        let end = visible.upperBound - target.lowerBound
        if !isMirrored { return AxisMap(zones, limit: limit, visible: start..<end) }
        let other = (target.count - end)..<(target.count - start)
        return AxisMap(zones, limit: limit, visible: other).mirrored()
    }

    private func zones(
        _ bitmap: Bitmap, scale: Double
    ) -> (columns: [AxisMap.Zone], rows: [AxisMap.Zone]) {
        let width = Double(bitmap.width)
        let height = Double(bitmap.height)
        switch picture.fit {
        case .stretch, .tile:
            return (
                [AxisMap.Zone(from: 0..<width, to: 0..<target.x.count)],
                [AxisMap.Zone(from: 0..<height, to: 0..<target.y.count)]
            )
        case .cover:
            // One axis is shown completely, and the other is cropped equally on both sides.
            let share = min(
                width / Double(target.x.count), height / Double(target.y.count))
            let left = (width - share * Double(target.x.count)) / 2
            let top = (height - share * Double(target.y.count)) / 2
            return (
                [AxisMap.Zone(from: left..<(width - left), to: 0..<target.x.count)],
                [AxisMap.Zone(from: top..<(height - top), to: 0..<target.y.count)]
            )
        case .slices(let caps, let density):
            return (
                PicturePlan.slices(
                    caps.left, caps.right, bitmap.width, target.x.count, density, scale),
                PicturePlan.slices(
                    caps.top, caps.bottom, bitmap.height, target.y.count, density, scale)
            )
        }
    }

    /// Returns two caps of fixed size and a middle that stretches. Caps that do not fit are scaled
    /// down together.
    private static func slices(
        _ low: Double, _ high: Double, _ pixels: Int, _ room: Int, _ density: Double,
        _ scale: Double
    ) -> [AxisMap.Zone] {
        let first = min(max(PixelRect.whole((low * density).rounded()), 0), pixels)
        let last = min(max(PixelRect.whole((high * density).rounded()), 0), pixels - first)
        var start = max(0, PixelRect.whole((low * scale).rounded()))
        var end = max(0, PixelRect.whole((high * scale).rounded()))
        if start + end > room {
            start = start * room / max(1, start + end)
            end = room - start
        }
        // A middle without pixels repeats the pixel beside the seam.
        let seam = min(first, pixels - 1)
        let middle = Double(seam)..<Double(max(pixels - last, seam + 1))
        return [
            AxisMap.Zone(from: 0..<Double(first), to: 0..<start),
            AxisMap.Zone(from: middle, to: start..<(room - end)),
            AxisMap.Zone(from: Double(pixels - last)..<Double(pixels), to: (room - end)..<room),
        ]
    }
}
