package import Conversation
package import JSON

/// Why an export could not be read.
package enum ImportError: Error, Sendable, Equatable {
    /// No bytes, or nothing but blanks.
    case empty
    case unknownImporter(String, allowed: [String])
    /// No format, or more than one, fits what was sent; the candidates say which came near.
    case unrecognized([Candidate])
    /// JSON of a program that no importer knows, which is not Chatprint's own.
    case misread(Misreading)
    /// The caller named a format whose files are not there.
    case notFound(importer: String, expected: String)
    case json(file: String, JSONError)
    case xml(file: String, XMLFault)
    case archive(ArchiveFault)
    /// The file cannot be read from there on, or became shorter meanwhile.
    case unreadable(file: String, offset: Int)
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
    case limit(Limits.Setting, limit: Int, actual: Int, at: String)
}

/// One of the chats that an export holds.
package struct ChatName: Sendable, Equatable {
    package let id: String
    package let name: String

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}

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
    case limit(Limits.Setting, limit: Int, actual: Int, entry: String)
}

/// Why a text is not the XML that is read here.
package struct XMLFault: Error, Sendable, Equatable {
    package enum Reason: Sendable, Equatable {
        /// A document type, which could define entities: refused, never read.
        case documentType
        /// An entity other than XML's own five.
        case entity(String)
        case malformed
        case unexpectedEnd
        case tooDeep(limit: Int)
    }

    package let offset: Int
    package let line: Int
    package let reason: Reason
}
