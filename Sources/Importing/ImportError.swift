package import Basics
package import Model

/// Why an export could not be read.
package enum ImportError: Error, Sendable, Equatable {
    /// The export has no bytes, or only whitespace.
    case empty
    case unknownImporter(String, allowed: [String])
    /// No format, or more than one, fits the export. The candidates are the closest formats.
    case unrecognized([Candidate])
    /// JSON with messages that belongs neither to a known importer nor to Chatprint.
    case misread(Misreading)
    /// The caller named a format whose files are not in the export.
    case notFound(importer: String, expected: String)
    case json(file: String, JSONError)
    case xml(file: String, XMLFault)
    case archive(ArchiveFault)
    /// The file cannot be read beyond this offset, or was truncated while it was read.
    case unreadable(file: String, offset: Int)
    /// The decoder rejects the export's Chatprint JSON, or its messages with roles.
    case conversation(ConversationError)
    /// The JSON or XML is well-formed, but the format expects something else at this place.
    case invalid(file: String, pointer: String, expected: String)
    case noMessages(importer: String)
    /// The export has more than one chat and the caller did not select one.
    case severalChats([ChatName])
    case unknownChat(String, [ChatName])
    case unknownTimeZone(String)
    /// The caller canceled the import, or its deadline passed.
    case stopped
    /// No memory was left for a digest.
    case memory
    case limit(Limits.Setting, limit: Int, actual: Int, at: String)
}

package struct ChatName: Sendable, Hashable {
    package let id: String
    package let name: String
}

/// Why an archive, or a file in it, cannot be read.
package enum ArchiveFault: Error, Sendable, Equatable {
    /// The file is not a valid ZIP or tar archive.
    case unreadable
    case encrypted(entry: String)
    /// The only files with a chat are in an archive within the archive.
    case nested(entry: String)
    /// The entry is damaged, or longer or shorter than the archive's directory states.
    case corrupt(entry: String)
    case unsupportedCompression(entry: String)
    case limit(Limits.Setting, limit: Int, actual: Int, entry: String)
}

/// Why the XML reader rejects a text.
package struct XMLFault: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// The text has a document type declaration, which could define entities. It is rejected
        /// unread.
        case documentType
        /// The text uses an entity other than XML's five predefined ones.
        case entity(String)
        case malformed
        case unexpectedEnd
        case tooDeep(limit: Int)
    }

    package let offset: Int
    package let line: Int
    package let reason: Reason
}
