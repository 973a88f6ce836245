import Scene

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

    /// The maximum size of a cached picture: 256 × 256 pixels, enough for any avatar. Larger ones
    /// are resampled row by row for the current stripe.
    private static let maxPixels = 65_536
    private static let maxEntries = 64
    private static let maxTile = 4096

    private let source: any PictureLookup
    private var drawn: [Key: Bitmap] = [:]
    /// The last picture at its full size: bubbles of one side share it.
    private var whole: (id: PictureID, bitmap: Bitmap)?

    package init(of source: any PictureLookup) { self.source = source }

    var isGray: Bool { source.isGray }

    /// Returns the picture's pixels at the drawing's resolution, at least the visible ones, and
    /// their position.
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

    /// Whether a scaled picture is worth caching. Bubbles made of slices rarely have the same
    /// size and are fast to make.
    private func isWorthKeeping(_ plan: PicturePlan) -> Bool {
        switch plan.picture.fit {
        case .stretch, .cover, .tile:
            plan.target.x.count * plan.target.y.count <= PictureCache.maxPixels
        case .slices: false
        }
    }

    /// A tile at the drawing's resolution.
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
