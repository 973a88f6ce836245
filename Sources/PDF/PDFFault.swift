package import Fonts
package import Compression

/// Why a document could not be written: always a defect of ours or a lack of memory, never the caller's.
package enum PDFFault: Error, Hashable {
    case font(FontFailure)
    case colorProfile
    /// Nobody takes the bytes any more.
    case sink(SinkFailure)
    /// The work has ended before the document did.
    case stopped
}
