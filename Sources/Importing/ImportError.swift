package import Basics
package import Model
package import Readers

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
    case database(file: String, DatabaseFault)
    case locked(file: String, LockFault)
    /// The file is of a kind that cannot be read, for a reason that follows its name in a sentence.
    case refused(file: String, reason: String)
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

/// Why an encrypted file is not open.
package enum LockFault: Sendable, Equatable {
    /// The caller gave nothing to open the file with.
    case needs(SourceKey)
    case wrong(SourceKey)
}

/// What opens an encrypted export, as its app calls it.
package enum SourceKey: String, Sendable {
    case password = "password"
    case passphrase = "30-digit passphrase"
    case recoveryKey = "64-character recovery key"
    case backupKey = "64-digit key or key file"
    case databaseKey = "key of 64 hexadecimal digits"
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

extension ImportError {
    package var explanation: Explanation {
        switch self {
        case .json(let file, let error):
            var explanation = error.explanation
            explanation.file = file
            return explanation
        case .unreadable(let file, let offset): return .unreadable(from: offset, of: file)
        case .conversation(let error): return error.explanation
        case .limit(let limit, let most, let actual, let place):
            return Self.explanation(limit, most, actual, place)
        case .stopped: return .timeout
        case .memory: return .memory
        case .archive(let fault): return fault.explanation
        case .database(let file, let fault):
            switch fault {
            case .stopped: return .timeout
            case .unreadable: return .unreadable(from: 0, of: file)
            case .notDatabase, .damaged, .hotJournal, .tooLarge:
                return Explanation(.invalidExport, "\(file.shortened) \(fault.sentence).")
            }
        case .locked(let file, let fault):
            let name = file.isEmpty ? "The export" : file.shortened
            switch fault {
            case .needs(let key):
                return Explanation(
                    .locked,
                    "\(name) is encrypted. Give its \(key.rawValue)\(client: " in the part \"source_password\" of a form")\(local: " with --source-password-file FILE")."
                )
            case .wrong(let key):
                return Explanation(
                    .locked,
                    "The \(key.rawValue) does not open \(file.isEmpty ? "the export" : name).")
            }
        case .refused(let file, let reason):
            return Explanation(
                .invalidExport, "\(file.isEmpty ? "The export" : file.shortened) \(reason).")
        case .xml(let file, let fault):
            let place = file.isEmpty ? "Line" : "\(file.shortened), line"
            var explanation = Explanation(
                .badXML, "\(place) \(fault.line): \(fault.reason.sentence).")
            explanation.line = fault.line
            explanation.offset = fault.offset
            return explanation
        case .empty: return Explanation(.empty, "The export is empty.")
        case .unknownImporter(let name, let allowed):
            return Explanation(
                .unknownImporter,
                "\(subject: "from") is \"\(name.shortened)\"\(client: "; \"allowed\" lists the formats").",
                unknown: name, among: allowed)
        case .unrecognized([]):
            return Explanation(
                .unrecognized,
                "A text needs a line with its sender for each message, such as \"Ana: Hi\". For an export, name the format with \(parameter: "from")\(client: "; GET /importers lists all formats"). For JSON, \"json\" reads fields by their usual names."
            )
        case .unrecognized(let candidates):
            return Explanation(
                .unrecognized,
                "Several formats match. Choose one of \(client: "\"allowed\"")\(local: "these") with \(parameter: "from").",
                allowed: candidates.map(\.importer))
        case .misread(let misreading):
            var explanation = Explanation(
                .unrecognized,
                "\(misreading.sentence) Rename the fields, or set \(parameter: "from"): json reads fields by their usual names, chatprint ignores unknown fields.",
                allowed: ["json", "chatprint"],
                meant: misreading.review.others.lazy.compactMap(FieldReview.meaning).first)
            explanation.file = misreading.file
            return explanation
        case .notFound(let importer, let expected):
            return Explanation(.invalidExport, "\(importer) expects \(expected).")
        case .invalid(let file, let place, let expected):
            return Explanation(
                .invalidExport, "\(file.shortened) \(place): expected \(expected).", at: place)
        case .noMessages(let importer):
            return Explanation(
                .empty, "The export was read as \(importer), but contains no messages.")
        case .severalChats(let chats):
            return Explanation(
                .severalChats,
                "Choose one with \(parameter: "chat")\(client: "; \"allowed\" lists them").",
                allowed: chats.map(\.name))
        case .unknownChat(let name, let chats):
            return Explanation(
                .unknownChat,
                "\(subject: "chat") is \"\(name.shortened)\"\(client: "; \"allowed\" lists the chats").",
                unknown: name, among: chats.map(\.name))
        case .unknownTimeZone(let name):
            return Explanation(
                .invalidParameter,
                "\(subject: "timezone") is \"\(name.shortened)\"; write an IANA name such as Europe/Berlin."
            )
        }
    }

    fileprivate static func explanation(
        _ limit: Limits.Setting, _ most: Int, _ actual: Int, _ place: String
    ) -> Explanation {
        let isMedia = limit == .mediaBytes || limit == .totalMediaBytes
        return Explanation(
            isMedia ? .imagesBudget : .exportTooLarge,
            "\(place.isEmpty ? "The export" : place.shortened) has \(actual), but the limit is \(most) (setting \(limit.rawValue)).",
            limit: most, setting: limit.rawValue)
    }
}

extension ArchiveFault {
    fileprivate var explanation: Explanation {
        switch self {
        case .unreadable: Explanation(.badArchive, "The archive is damaged, or not a ZIP file.")
        case .encrypted(let entry): Explanation(.badArchive, "\(entry.shortened) is encrypted.")
        case .nested(let entry):
            Explanation(
                .badArchive,
                "\(entry.shortened) is an archive inside the archive. Send the inner archive instead."
            )
        case .corrupt(let entry): Explanation(.badArchive, "\(entry.shortened) is damaged.")
        case .unsupportedCompression(let entry):
            Explanation(
                .badArchive, "\(entry.shortened) uses an unsupported compression method.")
        case .limit(let limit, let most, let actual, let entry):
            ImportError.explanation(limit, most, actual, entry)
        }
    }
}

extension Misreading {
    private static let maxNames = 8

    /// Describes which fields were found and their names in the importer's format.
    fileprivate var sentence: String {
        var sentences: [String] = []
        if !path.isEmpty {
            let place = path.joined(separator: ".").shortened
            sentences.append("Its messages are in \"\(place)\" instead of \"messages\".")
        }
        if review.misread > 0 {
            sentences.append(
                (review.messages == 1
                    ? "Its message is"
                    : "\(review.misread) of its first \(review.messages) messages are")
                    + " not in Chatprint's format.")
        }
        if !review.renamed.isEmpty {
            let names = review.renamed.prefix(Self.maxNames)
                .map { "\"\($0.found.shortened)\" is called \"\($0.ownName)\"" }
            sentences.append("In that format, \(names.joined(separator: ", ")).")
        }
        if !review.others.isEmpty {
            let names = review.others.prefix(Self.maxNames).map { name in
                let meant = FieldReview.meaning(ofMisspelled: name)
                return name.shortened + (meant.map { " (did you mean \"\($0)\"?)" } ?? "")
            }
            sentences.append("Unknown fields: \(names.joined(separator: ", ")).")
        }
        if review.renamed.isEmpty, review.others.isEmpty {
            sentences.append(
                (review.messages == 1 ? "It has" : "They have") + " neither text nor attachments.")
        }
        return sentences.joined(separator: " ")
    }
}

extension XMLFault.Reason {
    fileprivate var sentence: String {
        switch self {
        case .documentType: "document type declarations are not supported"
        case .entity(let name): "the entity \(name.shortened) is not defined"
        case .malformed: "the markup is malformed"
        case .unexpectedEnd: "the text ends too early"
        case .tooDeep(let limit): "elements are nested more than \(limit) deep"
        }
    }
}
