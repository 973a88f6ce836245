import Scene

extension StripePainter {
    func paint(_ picture: PlacedPicture, on canvas: borrowing Canvas) throws(PaintingFailure) {
        guard !picture.frame.isEmpty else { return }
        if case .tile(let density) = picture.fit {
            return try paintTiles(picture, density: density, on: canvas)
        }
        let plan = PicturePlan(picture, scale: viewport.scale)
        let visible = plan.target.clamped(to: viewport.pixels)
        guard !visible.isEmpty else { return }
        let made = pictures.drawn(plan, visible: visible, scale: viewport.scale)
        guard let (bitmap, place) = made else { return }
        try canvas.saved { () throws(PaintingFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            try lay(bitmap, over: place, visible: visible, extent: .edge, on: canvas)
        }
    }

    private func paintTiles(
        _ picture: PlacedPicture, density: Double, on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        let frame = PixelRect(nearest: picture.frame, scale: viewport.scale)
        let visible = frame.clamped(to: viewport.pixels)
        let share = viewport.scale / density
        guard !visible.isEmpty, share.isFinite,
            let tile = pictures.tile(picture, share: share)
        else { return }
        // Pixman's coordinates end at 32,767, so begin with the tile at the first visible row.
        let x = frame.x.lowerBound
        let above = (visible.y.lowerBound - frame.y.lowerBound) / tile.height * tile.height
        let y = frame.y.lowerBound + above
        let place = PixelRect(x: x..<x + tile.width, y: y..<y + tile.height)
        try canvas.saved { () throws(PaintingFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            try lay(tile, over: place, visible: visible, extent: .tiles, on: canvas)
        }
    }

    /// Draws the visible part of a bitmap at the drawing's resolution over `place`, pixel by pixel.
    private func lay(
        _ bitmap: Bitmap, over place: PixelRect, visible: PixelRect, extent: Canvas.Extent,
        on canvas: borrowing Canvas
    ) throws(PaintingFailure) {
        try inPixels(visible, on: canvas) { area throws(PaintingFailure) in
            try inPixels(place, on: canvas) { frame throws(PaintingFailure) in
                try PaintingFailure.drawing { () throws(CairoFailure) in
                    try canvas.withImage(bitmap) { image in
                        canvas.setSource(image, in: frame, sampling: .nearest, extent: extent)
                        canvas.add(area)
                        canvas.fill()
                    }
                }
            }
        }
    }
}
