/// Why an archive, or a file in it, is not read.
package enum ArchiveFault: Error, Sendable, Equatable {
    /// Not a ZIP that can be opened.
    case unreadable
    case encrypted(entry: String)
    /// The chat is inside an archive inside the archive.
    case nested(entry: String)
    /// Damaged, or longer or shorter than the archive says.
    case corrupt(entry: String)
    case unsupportedCompression(entry: String)
    case limit(ImportLimit, limit: Int, actual: Int, entry: String)
}
