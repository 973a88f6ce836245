import Basics
import Graphics
import Scene

/// A picture as embedded in a document: its colors and its alpha channel, compressed separately.
struct DocumentPicture {
    enum Coding {
        case deflated
        /// Deflated after PNG's filters, which may differ from row to row (ISO 32000-1, 7.4.4.4).
        case filtered
        case jpeg
    }

    let size: PixelSize
    let isGray: Bool
    let coding: Coding
    let colors: [UInt8]
    let alpha: [UInt8]?
    /// The color space; nil for the document's own.
    let profile: PictureProfile?

    /// Embeds a JPEG unmodified. It must be upright and not CMYK.
    init(jpeg: [UInt8], size: PixelSize, isGray: Bool, profile: PictureProfile? = nil) {
        self.profile = profile
        self.size = size
        self.isGray = isGray
        coding = .jpeg
        colors = jpeg
        alpha = nil
    }

    /// Embeds the rows of a PNG without interlacing or alpha.
    init(png: [UInt8], size: PixelSize, isGray: Bool, profile: PictureProfile? = nil) {
        self.profile = profile
        self.size = size
        self.isGray = isGray
        coding = .filtered
        colors = PNGProbe.compressedRows(of: png)
        alpha = nil
    }

    init(_ bitmap: Bitmap, with zlib: Zlib) {
        profile = nil
        size = bitmap.size
        coding = .deflated
        let isOpaque = bitmap.isOpaque || bitmap.pixels.allSatisfy { $0 >> 24 == 255 }
        let straight = isOpaque ? bitmap.pixels : Self.withContinuedColors(bitmap)
        isGray = straight.allSatisfy {
            $0 & 255 == $0 >> 8 & 255 && $0 & 255 == $0 >> 16 & 255
        }
        colors = zlib.compress(isGray ? Self.channel(straight, 0) : Self.colors(straight))
        alpha = isOpaque ? nil : zlib.compress(Self.channel(bitmap.pixels, 24))
    }

    /// Returns straight colors in which transparent pixels continue the visible ones beside them, and
    /// transparent rows the row below, or above at the bottom. Viewers that enlarge a picture mix
    /// neighboring colors whatever their alpha, so black pixels would darken its outline.
    private static func withContinuedColors(_ bitmap: Bitmap) -> [UInt32] {
        let width = bitmap.width
        var colors: [UInt32] = []
        colors.reserveCapacity(bitmap.pixels.count)
        var transparentRows = 0
        for y in 0..<bitmap.height {
            let row = bitmap.pixels[y * width..<(y + 1) * width]
            guard let first = row.first(where: { $0 >> 24 > 0 }) else {
                transparentRows += 1
                continue
            }
            var color = Bitmap.straight(first)
            let continued = row.map { pixel in
                if pixel >> 24 > 0 { color = Bitmap.straight(pixel) }
                return color
            }
            for _ in 0...transparentRows { colors += continued }
            transparentRows = 0
        }
        let last = colors.isEmpty ? [UInt32](repeating: 0, count: width) : colors.suffix(width)
        for _ in 0..<transparentRows { colors += last }
        return colors
    }

    private static func channel(_ pixels: [UInt32], _ shift: UInt32) -> [UInt8] {
        pixels.map { UInt8(truncatingIfNeeded: $0 >> shift) }
    }

    private static func colors(_ pixels: [UInt32]) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: pixels.count * 3) { bytes, count in
            var place = 0
            for pixel in pixels {
                unsafe bytes[place] = UInt8(truncatingIfNeeded: pixel >> 16)
                unsafe bytes[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                unsafe bytes[place + 2] = UInt8(truncatingIfNeeded: pixel)
                place += 3
            }
            count = place
        }
    }
}

/// Writes pictures into a document (ISO 32000-1, 8.9.5).
final class DocumentPictures {
    private let file: PDFFile

    /// The profiles written so far; a phone's photos all have the same one.
    private var profiles: [PictureProfile: PDFReference] = [:]

    init(in file: PDFFile) { self.file = file }

    func add(_ picture: DocumentPicture) -> PDFReference {
        let mask = picture.alpha.map {
            add($0, picture.size, isGray: true, coding: .deflated, mask: nil)
        }
        return add(
            picture.colors, picture.size, isGray: picture.isGray, coding: picture.coding,
            profile: picture.profile.map(space), mask: mask)
    }

    /// Writes a color profile as a color space (ISO 32000-1, 8.6.5.5).
    private func space(_ profile: PictureProfile) -> PDFReference {
        if let known = profiles[profile] { return known }
        let stream = file.addStream(profile.bytes) { entries in
            switch profile.space {
            case .rgb: entries.raw("/N 3/Alternate/DeviceRGB")
            case .gray: entries.raw("/N 1/Alternate/DeviceGray")
            case .inks: entries.raw("/N 4/Alternate/DeviceCMYK")
            }
        }
        profiles[profile] = stream
        return stream
    }

    private func add(
        _ data: [UInt8], _ size: PixelSize, isGray: Bool, coding: DocumentPicture.Coding,
        profile: PDFReference? = nil, mask: PDFReference?
    ) -> PDFReference {
        return file.addStream(data, .coded) { entries in
            entries.raw("/Type/XObject/Subtype/Image/BitsPerComponent 8/Width ")
            entries.integer(size.width)
            entries.raw("/Height ")
            entries.integer(size.height)
            if let profile {
                entries.raw("/ColorSpace[/ICCBased ")
                entries.reference(profile)
                entries.raw("]")
            } else {
                entries.raw(isGray ? "/ColorSpace/DeviceGray" : "/ColorSpace/DeviceRGB")
            }
            if let mask {
                entries.raw("/SMask ")
                entries.reference(mask)
            }
            switch coding {
            case .jpeg: entries.raw("/Filter/DCTDecode")
            case .deflated: entries.raw("/Filter/FlateDecode")
            case .filtered:
                entries.raw("/Filter/FlateDecode/DecodeParms<</Predictor 15/BitsPerComponent 8")
                entries.raw(isGray ? "/Colors 1/Columns " : "/Colors 3/Columns ")
                entries.integer(size.width)
                entries.raw(">>")
            }
        }
    }
}

/// Finds pictures with the same bytes as an earlier one, so that a document contains them once.
struct EqualPictures {
    private var known: [PictureID: PictureID] = [:]
    private var firsts: [Int: [(id: PictureID, bytes: [UInt8])]] = [:]

    mutating func first(like id: PictureID, _ picture: EncodedPicture) -> PictureID {
        if let first = known[id] { return first }
        var hasher = Hasher()
        unsafe picture.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        let digest = hasher.finalize()
        let first = firsts[digest]?.first { $0.bytes == picture.bytes }?.id ?? id
        if first == id { firsts[digest, default: []].append((id, picture.bytes)) }
        known[id] = first
        return first
    }
}
