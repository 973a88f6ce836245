/// One part of a form. Its content stays where it lies in the body.
package struct MultipartPart: Sendable, Equatable {
    package let name: String
    /// Without any path; nil for a plain field. It is a label to look things up by and never
    /// touches a disk.
    package let filename: String?
    package let contentType: MediaType?
    /// Where the content lies in the body.
    package let content: Range<Int>
}
