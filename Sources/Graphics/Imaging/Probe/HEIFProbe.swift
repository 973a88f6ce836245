/// Gets the size of a HEIC's or AVIF's primary picture from libheif, which reads only the boxes.
enum HEIFProbe {
    static func facts(
        of bytes: [UInt8], _ format: PictureFormat, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard limits.readsHEIF else { throw .disabledType(format) }
        return try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureFault) in
            let reader = try unsafe HEIFReader(bytes, format)
            guard reader.size.width > 0, reader.size.height > 0 else { throw .corrupt }
            return PictureFacts(format, storedSize: reader.size, hasAlpha: reader.hasAlpha)
        }
    }
}
