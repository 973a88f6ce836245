package import Graphics
package import Scene

/// A picture that any viewer can display.
package struct ViewerPicture: Sendable {
    package let type: StaticString
    package let bytes: [UInt8]
    package let size: PixelSize
}

extension PictureLookup {
    /// The caller's own bytes if they are an upright JPEG or PNG, without private metadata;
    /// otherwise the decoded picture as PNG. Returns nil if the picture cannot be decoded.
    package func viewerPicture(_ id: PictureID) -> ViewerPicture? {
        guard let file = encoded(id) else { return nil }
        if !isGray, file.facts.orientation == .up, !file.facts.isCMYK {
            switch file.facts.format {
            case .png:
                return ViewerPicture(
                    type: "image/png", bytes: file.withoutDisclosure, size: file.facts.size)
            case .jpeg:
                return ViewerPicture(
                    type: "image/jpeg", bytes: file.withoutDisclosure, size: file.facts.size)
            case .webp, .gif, .heic, .avif: break
            }
        }
        guard let bitmap = bitmap(id, covering: nil) else { return nil }
        return ViewerPicture(type: "image/png", bytes: bitmap.encodedAsPNG(), size: bitmap.size)
    }
}
