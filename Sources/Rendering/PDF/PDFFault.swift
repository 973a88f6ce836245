package import Cairo

/// Why a document could not be written: always a defect of ours or a lack of memory, never the caller's.
package enum PDFFault: Error, Hashable {
    case drawing(CairoFailure)
    /// The finishing pass could not read or change what cairo had written.
    case finishing(FinishingFault)
    /// Nobody takes the bytes any more.
    case sink(SinkFailure)
}

package enum FinishingFault: Error, Hashable {
    /// libqpdf's code and words.
    case library(code: UInt32, message: String)
    /// The structure tree holds other parts than were drawn.
    case structure(expected: Int, found: Int)
    case colorProfile
    /// Cairo ended the file in a way that we do not know.
    case crossReferences
    /// Cairo wrote so many images in a way that we do not know.
    case unknownImages(Int)
    case memory
    case sink(SinkFailure)
}
