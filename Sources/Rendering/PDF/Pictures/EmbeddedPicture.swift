import Cairo

/// What stands in cairo's drawing for a picture that a document keeps once, however often it is drawn. A
/// class, because dictionaries hold no values that cannot be copied.
final class EmbeddedPicture {
    let surface: ImageSurface

    init(_ picture: DocumentPicture, in bank: PictureBank) throws(CairoFailure) {
        surface = try bank.placeholder(for: picture)
    }
}
