import Cairo
import Imaging

/// A picture that a document keeps once, however often it is drawn. A class, because dictionaries hold no
/// values that cannot be copied.
final class EmbeddedPicture {
    let surface: ImageSurface

    init(_ bitmap: Bitmap, name: String) throws(CairoFailure) {
        surface = try ImageSurface(
            copying: bitmap.pixels, width: bitmap.width, height: bitmap.height,
            isOpaque: bitmap.isOpaque)
        try surface.setName(name)
    }

    init(jpeg: [UInt8], size: PixelSize, name: String) throws(CairoFailure) {
        surface = try ImageSurface.passing(jpeg: jpeg, width: size.width, height: size.height)
        try surface.setName(name)
    }
}
