/// The kinds of picture that are read.
package enum PictureFormat: String, Sendable, CaseIterable {
    case png, jpeg, webp, gif, heic, avif
}
