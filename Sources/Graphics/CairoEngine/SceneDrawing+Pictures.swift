import Scene

extension SceneDrawing {
    func draw(_ picture: PlacedPicture, on canvas: borrowing Canvas) throws(CairoFailure) {
        guard !picture.frame.isEmpty, let bitmap = pictures.bitmap(picture.id, covering: nil)
        else { return }
        let tint = picture.tint
        let jpeg = ground == .document && tint == nil ? jpeg(picture.id) : nil
        let frame = onPixels(picture)
        let size = Size(Double(bitmap.width), Double(bitmap.height))
        try canvas.saved { () throws(CairoFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            canvas.add(frame)
            canvas.clip()
            if picture.isMirrored {
                canvas.translate(2 * frame.midX, 0)
                canvas.scale(-1, 1)
            }
            switch picture.fit {
            case .stretch: try lay(bitmap, jpeg, tint, over: frame, on: canvas)
            case .cover:
                let scale = max(frame.width / size.width, frame.height / size.height)
                let room = Size(size.width * scale, size.height * scale)
                let whole = Rect(
                    frame.midX - room.width / 2, frame.midY - room.height / 2, room.width,
                    room.height)
                try lay(bitmap, jpeg, tint, over: whole, on: canvas)
            case .tile(let density):
                let tile = Rect(
                    frame.minX, frame.minY, size.width / density, size.height / density)
                try lay(bitmap, jpeg, tint, over: tile, extent: .tiles, on: canvas)
            case .slices(let caps, let density):
                let slices = NineSlices(of: size, caps: caps, pixelsPerPoint: density, in: frame)
                for slice in slices.all { try lay(slice, of: bitmap, tint, on: canvas) }
            }
        }
    }

    /// Draws a slice as a picture of its own. Viewers of documents would enlarge a clipped picture
    /// as a whole, to thousands of rows if one row is stretched.
    private func lay(
        _ slice: NineSlices.Slice, of bitmap: Bitmap, _ tint: Color?, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        try canvas.saved { () throws(CairoFailure) in
            canvas.add(slice.target)
            canvas.clip()
            try lay(bitmap.part(slice.source), nil, tint, over: slice.target, on: canvas)
        }
    }

    private func lay(
        _ bitmap: Bitmap, _ jpeg: [UInt8]?, _ tint: Color?, over frame: Rect,
        extent: Canvas.Extent = .edge, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        let isMaskOfDocument = ground == .document && tint != nil
        try canvas.withImage(isMaskOfDocument ? bitmap.withPartialCoverage : bitmap) { image in
            if let jpeg { image.attach(jpeg: jpeg) }
            guard let tint else {
                canvas.setSource(image, in: frame, extent: extent)
                return canvas.paint()
            }
            canvas.setSource(tint)
            canvas.mask(image, in: frame, extent: extent)
        }
    }

    /// Rounds a picture's frame to whole pixels. Under a clip it covers every pixel that the clip's
    /// antialiased edge touches.
    private func onPixels(_ picture: PlacedPicture) -> Rect {
        guard case .pixels(let scale) = ground else { return picture.frame }
        let frame = picture.frame
        func low(_ place: Double) -> Double {
            let place = place * scale
            return (picture.clip == nil ? place.rounded() : place.rounded(.down)) / scale
        }
        func high(_ place: Double) -> Double {
            let place = place * scale
            return (picture.clip == nil ? place.rounded() : place.rounded(.up)) / scale
        }
        let (left, top) = (low(frame.minX), low(frame.minY))
        return Rect(left, top, high(frame.maxX) - left, high(frame.maxY) - top)
    }

    /// Returns a picture's original bytes if a document can embed them.
    private func jpeg(_ id: PictureID) -> [UInt8]? {
        guard !pictures.isGray, let file = pictures.encoded(id), file.facts.format == .jpeg,
            file.facts.orientation == .up, !file.facts.isCMYK
        else { return nil }
        return file.withoutDisclosure
    }
}
