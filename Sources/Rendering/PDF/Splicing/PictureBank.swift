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
            return object(
                placeholder.number, picture.size, isGrey: true, coding: .deflated, alpha,
                mask: nil)
        }
        // Cairo writes the mask first.
        waiting[number] = nil
        return object(
            placeholder.number, picture.size, isGrey: picture.isGrey, coding: picture.coding,
            picture.colors, mask: placeholder.mask)
    }

    private func object(
        _ number: Int, _ size: PixelSize, isGrey: Bool, coding: DocumentPicture.Coding,
        _ data: [UInt8], mask: Int?
    ) -> [UInt8] {
        var lines = [
            "\(number) 0 obj", "<< /Length \(data.count)", "   /Type /XObject",
            "   /Subtype /Image", "   /Width \(size.width)", "   /Height \(size.height)",
            "   /ColorSpace /Device\(isGrey ? "Gray" : "RGB")", "   /Interpolate false",
            "   /BitsPerComponent 8",
        ]
        if let mask { lines.append("   /SMask \(mask) 0 R") }
        switch coding {
        case .jpeg: lines.append("   /Filter /DCTDecode")
        case .deflated: lines.append("   /Filter /FlateDecode")
        case .filtered:
            lines.append("   /Filter /FlateDecode")
            lines.append(
                "   /DecodeParms << /Predictor 15 /Colors \(isGrey ? 1 : 3) "
                    + "/BitsPerComponent 8 /Columns \(size.width) >>")
        }
        lines.append(">>\nstream\n")
        return Array(lines.joined(separator: "\n").utf8) + data
            + Array("\nendstream\nendobj\n".utf8)
    }
}
