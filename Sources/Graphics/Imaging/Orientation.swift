/// The rotation that makes a stored picture upright, with the values of EXIF's tag 0x0112.
package enum Orientation: Int, Sendable, CaseIterable {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    var swapsSides: Bool { rawValue >= Orientation.leftMirrored.rawValue }

    /// Returns the stored position of the upright picture's pixel (x, y), for a stored picture of
    /// the given size.
    func source(_ x: Int, _ y: Int, in stored: PixelSize) -> (x: Int, y: Int) {
        let right = stored.width - 1
        let bottom = stored.height - 1
        return switch self {
        case .up: (x, y)
        case .upMirrored: (right - x, y)
        case .down: (right - x, bottom - y)
        case .downMirrored: (x, bottom - y)
        case .leftMirrored: (y, x)
        case .right: (y, bottom - x)
        case .rightMirrored: (right - y, bottom - x)
        case .left: (right - y, x)
        }
    }
}
