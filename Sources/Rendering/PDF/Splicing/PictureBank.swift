import Cairo
import Imaging

/// The pictures of one document that cairo has not written yet, and the placeholders that stand for
/// them. A placeholder's size is its number.
final class PictureBank {
    private static let widest = 128

    private var waiting: [Int: DocumentPicture] = [:]
    private var given = 0

    /// Takes a picture in and gives what cairo draws in its place.
    func placeholder(
        for picture: DocumentPicture
    ) throws(CairoFailure) -> ImageSurface {
        let number = given
        given += 1
        waiting[number] = picture
        let size = PixelSize(1 + number % Self.widest, 1 + number / Self.widest)
        // Neither grey nor wholly opaque, so that cairo writes colours, and a mask where there is one.
        let pixel: UInt32 = picture.alpha == nil ? 0xFFFF_0000 : 0x8080_0000
        let surface = try ImageSurface(
            copying: Array(repeating: pixel, count: size.width * size.height), width: size.width,
            height: size.height, isOpaque: picture.alpha == nil)
        try surface.setName("picture \(number)")
        return surface
    }

    /// The object to write instead of a placeholder's; nil for what is none.
    func object(for placeholder: PlaceholderObject) -> [UInt8]? {
        let number = placeholder.width - 1 + (placeholder.height - 1) * Self.widest
        guard let picture = waiting[number] else { return nil }
        if placeholder.isMask {
            guard let alpha = picture.alpha else { return nil }
            return object(placeholder.number, picture.size, "DeviceGray", .deflated, alpha, nil)
        }
        // Cairo writes the mask first.
        waiting[number] = nil
        return object(
            placeholder.number, picture.size, picture.isGrey ? "DeviceGray" : "DeviceRGB",
            picture.coding, picture.colors, placeholder.mask)
    }

    private func object(
        _ number: Int, _ size: PixelSize, _ space: String, _ coding: DocumentPicture.Coding,
        _ data: [UInt8], _ mask: Int?
    ) -> [UInt8] {
        let reference = mask.map { "   /SMask \($0) 0 R\n" } ?? ""
        let head = """
            \(number) 0 obj
            << /Length \(data.count)
               /Filter /\(coding.rawValue)
               /Type /XObject
               /Subtype /Image
               /Width \(size.width)
               /Height \(size.height)
               /ColorSpace /\(space)
               /Interpolate false
               /BitsPerComponent 8
            \(reference)>>
            stream

            """
        return Array(head.utf8) + data + Array("\nendstream\nendobj\n".utf8)
    }
}
