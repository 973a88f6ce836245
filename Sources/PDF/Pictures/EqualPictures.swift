import Imaging
import Scene

/// Finds pictures that hold the same bytes as one before, so that a document holds them once.
struct EqualPictures {
    private var known: [PictureID: PictureID] = [:]
    private var firsts: [Int: [(id: PictureID, bytes: [UInt8])]] = [:]

    /// The first picture that holds these bytes.
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
