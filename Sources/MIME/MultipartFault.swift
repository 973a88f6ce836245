/// Why a `multipart/form-data` body cannot be read.
package enum MultipartFault: Error, Sendable, Equatable {
    /// No `boundary` parameter, an empty one, or one longer than RFC 2046 allows.
    case boundary
    /// The body does not begin with the boundary, or what follows a boundary is neither a line end
    /// nor `--`.
    case delimiter(offset: Int)
    /// The body ends before the final boundary.
    case unfinished
    case headersTooLarge(offset: Int, limit: Int)
    case header(offset: Int)
    /// A part without a `Content-Disposition: form-data` with a name.
    case unnamed(offset: Int)
    case tooManyParts(limit: Int)
    case duplicateName(String)
    /// A part that is itself a multipart body.
    case nested(offset: Int)
    /// The work has ended.
    case stopped
}
