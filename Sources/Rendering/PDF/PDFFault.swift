package import Cairo
package import Compression

/// Why a document could not be written: always a defect of ours or a lack of memory, never the caller's.
package enum PDFFault: Error, Hashable {
    case drawing(CairoFailure)
    case colorProfile
    /// Nobody takes the bytes any more.
    case sink(SinkFailure)
    /// The work has ended before the document did.
    case stopped
}
