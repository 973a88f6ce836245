import Cairo
import Imaging

/// A picture that a document keeps once, however often it is drawn. A class, because dictionaries hold no
/// values that cannot be copied.
final class EmbeddedPicture {
    let surface: ImageSurface

    init(_ picture: DeflatedPicture, in bank: PictureBank) throws(CairoFailure) {
        surface = try bank.placeholder(for: picture)
    }

    /// A JPEG passes through cairo as it is.
    init(jpeg: [UInt8], size: PixelSize, name: String) throws(CairoFailure) {
        surface = try ImageSurface.passing(jpeg: jpeg, width: size.width, height: size.height)
        try surface.setName(name)
    }
}
