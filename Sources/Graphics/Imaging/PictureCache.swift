package import Scene

/// The pictures of one drawing at their drawn size, so that an avatar beside a hundred messages is
/// scaled down once.
package final class PictureCache {
    private struct Key: Hashable {
        let id: PictureID
        let fit: PlacedPicture.Fit
        let width: Int
        let height: Int
        let tint: Color?
        let isMirrored: Bool

        init(_ picture: PlacedPicture, width: Int, height: Int) {
            id = picture.id
            fit = picture.fit
            self.width = width
            self.height = height
            tint = picture.tint
            isMirrored = picture.isMirrored
        }
    }

    /// 256 × 256, enough for any avatar. Larger ones are resampled row by row for each stripe.
    private static let maxPixels = 65_536
    private static let maxEntries = 64
    private static let maxTile = 4096

    private let source: any PictureLookup
    private var drawn: [Key: Bitmap] = [:]
    /// The last picture at its full size: bubbles of one side share it.
    private var whole: (id: PictureID, bitmap: Bitmap)?

    package init(of source: any PictureLookup) { self.source = source }

    var isGray: Bool { source.isGray }

    /// At least the visible pixels, at the drawing's resolution, and their position.
    package func drawn(
        _ plan: PicturePlan, visible: PixelRect, scale: Double
    ) -> (bitmap: Bitmap, place: PixelRect)? {
        let target = plan.target
        if !isWorthKeeping(plan) {
            guard let bitmap = bitmap(of: plan) else { return nil }
            let resampling = plan.resampling(bitmap, visible: visible, scale: scale)
            return (resampling.draw(bitmap), visible)
        }
        let key = Key(plan.picture, width: target.x.count, height: target.y.count)
        if let bitmap = drawn[key] { return (bitmap, target) }
        guard let bitmap = bitmap(of: plan) else { return nil }
        let made = plan.resampling(bitmap, visible: target, scale: scale).draw(bitmap)
        keep(made, for: key)
        return (made, target)
    }

    /// Bubbles made of slices rarely have the same size and are fast to make.
    private func isWorthKeeping(_ plan: PicturePlan) -> Bool {
        switch plan.picture.fit {
        case .stretch, .cover, .tile:
            plan.target.x.count * plan.target.y.count <= PictureCache.maxPixels
        case .slices: false
        }
    }

    func tile(_ picture: PlacedPicture, share: Double) -> Bitmap? {
        guard let bitmap = whole(picture.id) else { return nil }
        func length(_ pixels: Int) -> Int {
            min(max(PixelRect.whole((Double(pixels) * share).rounded()), 1), Self.maxTile)
        }
        let width = length(bitmap.width)
        let height = length(bitmap.height)
        let key = Key(picture, width: width, height: height)
        if let made = drawn[key] { return made }
        let whole = PlacedPicture(
            picture.id, frame: Rect(0, 0, Double(width), Double(height)), fit: .stretch,
            tint: picture.tint, isMirrored: picture.isMirrored)
        let plan = PicturePlan(whole, scale: 1)
        let made = plan.resampling(bitmap, visible: plan.target, scale: 1).draw(bitmap)
        keep(made, for: key)
        return made
    }

    private func bitmap(of plan: PicturePlan) -> Bitmap? {
        switch plan.picture.fit {
        case .stretch, .cover:
            source.bitmap(
                plan.picture.id, covering: PixelSize(plan.target.x.count, plan.target.y.count))
        case .slices, .tile: whole(plan.picture.id)
        }
    }

    private func whole(_ id: PictureID) -> Bitmap? {
        if let whole, whole.id == id { return whole.bitmap }
        let bitmap = source.bitmap(id, covering: nil)
        whole = bitmap.map { (id, $0) }
        return bitmap
    }

    private func keep(_ bitmap: Bitmap, for key: Key) {
        if drawn.count >= PictureCache.maxEntries { drawn.removeAll(keepingCapacity: true) }
        drawn[key] = bitmap
    }
}

/// The mapping of one placed picture to the pixels of the drawing.
package struct PicturePlan {
    let picture: PlacedPicture
    package let target: PixelRect

    package init(_ picture: PlacedPicture, scale: Double) {
        self.picture = picture
        // Under a clip the picture must cover every pixel that the clip's antialiased edge touches.
        target =
            picture.clip == nil
            ? PixelRect(nearest: picture.frame, scale: scale)
            : PixelRect(covering: picture.frame, scale: scale)
    }

    /// `visible` is within `target`.
    package func resampling(_ bitmap: Bitmap, visible: PixelRect, scale: Double) -> Resampling {
        let (columns, rows) = zones(bitmap, scale: scale)
        return Resampling(
            columns: map(
                columns, limit: bitmap.width, target: target.x, visible: visible.x,
                isMirrored: picture.isMirrored),
            rows: map(
                rows, limit: bitmap.height, target: target.y, visible: visible.y, isMirrored: false),
            tint: picture.tint)
    }

    private func map(
        _ zones: [AxisMap.Zone], limit: Int, target: Range<Int>, visible: Range<Int>,
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
                    from: caps.left, to: caps.right, pixels: bitmap.width, room: target.x.count,
                    density: density, scale: scale),
                PicturePlan.slices(
                    from: caps.top, to: caps.bottom, pixels: bitmap.height, room: target.y.count,
                    density: density, scale: scale)
            )
        }
    }

    /// Two caps of fixed size and a middle. Caps that do not fit are scaled down together.
    private static func slices(
        from low: Double, to high: Double, pixels: Int, room: Int, density: Double,
        scale: Double
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

/// A rectangle of whole pixels in a drawing, relative to its top left corner.
package struct PixelRect: Hashable {
    package var x: Range<Int>
    package var y: Range<Int>

    /// At least one pixel each way. Adjacent rectangles stay adjacent.
    init(nearest rect: Rect, scale: Double) {
        x = PixelRect.range(
            from: rect.minX * scale, to: rect.maxX * scale, down: .toNearestOrAwayFromZero, up: nil)
        y = PixelRect.range(
            from: rect.minY * scale, to: rect.maxY * scale, down: .toNearestOrAwayFromZero, up: nil)
    }

    package init(covering rect: Rect, scale: Double) {
        x = PixelRect.range(from: rect.minX * scale, to: rect.maxX * scale, down: .down, up: .up)
        y = PixelRect.range(from: rect.minY * scale, to: rect.maxY * scale, down: .down, up: .up)
    }

    /// Returns nil if the rectangle's edges are not on whole pixels.
    init?(exactly rect: Rect, scale: Double) {
        let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY].map { $0 * scale }
        // Cairo could not distinguish such edges from whole pixels either.
        for edge in edges where (edge - edge.rounded()).magnitude > 1.0 / 512 { return nil }
        guard edges.allSatisfy({ $0.magnitude < 0x1p40 }), !rect.isEmpty else { return nil }
        x = Int(edges[0].rounded())..<Int(edges[2].rounded())
        y = Int(edges[1].rounded())..<Int(edges[3].rounded())
    }

    package init(x: Range<Int>, y: Range<Int>) {
        self.x = x
        self.y = y
    }

    package var isEmpty: Bool { x.isEmpty || y.isEmpty }

    package func clamped(to other: PixelRect) -> PixelRect {
        PixelRect(x: x.clamped(to: other.x), y: y.clamped(to: other.y))
    }

    private static func range(
        from low: Double, to high: Double, down: FloatingPointRoundingRule,
        up: FloatingPointRoundingRule?
    ) -> Range<Int> {
        let start = whole(low.rounded(down))
        return start..<max(whole(high.rounded(up ?? down)), start + 1)
    }

    /// Coordinates come from a caller's numbers, so they are clamped beyond any possible drawing.
    static func whole(_ value: Double) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -0x1p40), 0x1p40))
    }
}
