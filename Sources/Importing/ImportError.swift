package import Conversation
package import JSON

/// Why an export could not be read.
package enum ImportError: Error, Sendable, Equatable {
    /// No bytes, or nothing but blanks.
    case empty
    case unknownImporter(String, allowed: [String])
    /// No format, or more than one, fits what was sent; the candidates say which came near.
    case unrecognized([Candidate])
    /// The caller named a format whose files are not there.
    case notFound(importer: String, expected: String)
    case json(file: String, JSONError)
    case xml(file: String, XMLFault)
    case archive(ArchiveFault)
    /// Our own JSON, or messages with roles, that our reader refuses.
    case conversation(ConversationError)
    /// Well-formed, but not what the format has in that place.
    case invalid(file: String, pointer: String, expected: String)
    case noMessages(importer: String)
    /// The export holds more than one chat and the caller did not say which.
    case severalChats([ChatName])
    case unknownChat(String, [ChatName])
    case unknownTimeZone(String)
    /// Whoever asked does not want it any more, or has no more time.
    case stopped
    case limit(ImportLimit, limit: Int, actual: Int, at: String)
}
