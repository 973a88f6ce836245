import Graphics
import Scene

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

    /// Returns the first picture with the same bytes.
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
