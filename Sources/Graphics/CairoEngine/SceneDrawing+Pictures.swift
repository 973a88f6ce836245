import Scene

extension SceneDrawing {
    func draw(_ picture: PlacedPicture, on canvas: borrowing Canvas) throws(CairoFailure) {
        guard !picture.frame.isEmpty, let bitmap = pictures.bitmap(picture.id, covering: nil)
        else { return }
        let frame = onPixels(picture)
        try canvas.saved { () throws(CairoFailure) in
            if let clip = picture.clip {
                canvas.add(clip)
                canvas.clip()
            }
            canvas.add(frame)
            canvas.clip()
            try canvas.withImage(
                bitmap.pixels, width: bitmap.width, height: bitmap.height,
                isOpaque: bitmap.isOpaque
            ) { image in
                if ground == .document, let jpeg = jpeg(picture.id) { image.attach(jpeg: jpeg) }
                if picture.isMirrored {
                    canvas.translate(2 * frame.midX, 0)
                    canvas.scale(-1, 1)
                }
                lay(image, picture, over: frame, on: canvas)
            }
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

    private func lay(
        _ image: borrowing ImageSurface, _ picture: PlacedPicture, over frame: Rect,
        on canvas: borrowing Canvas
    ) {
        let size = Size(Double(image.width), Double(image.height))
        switch picture.fit {
        case .stretch: lay(image, frame, picture.tint, on: canvas)
        case .cover:
            let scale = max(frame.width / size.width, frame.height / size.height)
            let room = Size(size.width * scale, size.height * scale)
            lay(
                image,
                Rect(
                    frame.midX - room.width / 2, frame.midY - room.height / 2, room.width,
                    room.height), picture.tint, on: canvas)
        case .tile(let density):
            lay(
                image,
                Rect(frame.minX, frame.minY, size.width / density, size.height / density),
                picture.tint, extent: .tiles, on: canvas)
        case .slices(let caps, let density):
            for slice in NineSlices(of: size, caps: caps, pixelsPerPoint: density, in: frame).all {
                canvas.saved {
                    canvas.add(slice.target)
                    canvas.clip()
                    lay(image, slice.wholePicture(of: size), picture.tint, on: canvas)
                }
            }
        }
    }

    private func lay(
        _ image: borrowing ImageSurface, _ frame: Rect, _ tint: Color?,
        extent: Canvas.Extent = .edge, on canvas: borrowing Canvas
    ) {
        guard let tint else {
            canvas.setSource(image, in: frame, extent: extent)
            return canvas.paint()
        }
        canvas.setSource(tint)
        canvas.mask(image, in: frame, extent: extent)
    }

    /// Returns a picture's original bytes if a document can embed them.
    private func jpeg(_ id: PictureID) -> [UInt8]? {
        guard !pictures.isGray, let file = pictures.encoded(id), file.facts.format == .jpeg,
            file.facts.orientation == .up, !file.facts.isCMYK
        else { return nil }
        return file.withoutDisclosure
    }
}
