/// Why something could not be read or rendered.
///
///     do {
///         png = try await chatprint.render(conversation, as: .png)
///     } catch .invalidConversation(let faults) {
///         for fault in faults { print(fault.pointer ?? "", fault.message) }
///     }
public enum ChatprintError: Error, Sendable, Equatable {
    /// One thing that is wrong, and where.
    public struct Fault: Sendable, Equatable {
        /// A sentence for people.
        public let message: String
        /// Where in the JSON (RFC 6901).
        public let pointer: String?
        /// The line of the text, from 1.
        public let line: Int?
        /// The column of the line, from 1.
        public let column: Int?
        /// The values that are allowed instead, if they can be listed.
        public let allowed: [String]
        /// The known name that was probably meant.
        public let suggestion: String?
    }

    /// The JSON violates its grammar.
    case malformedJSON(Fault)
    /// Fields are missing, or have values that are not allowed.
    case invalidConversation([Fault])
    /// The theme does not exist, or its JSON is invalid.
    case invalidTheme([Fault])
    /// Options that cannot be combined, or that the format does not support.
    case invalidOption(Fault)
    /// Warnings, and ``RenderOptions/isStrict`` is set.
    case strict([Fault])
    /// The format of an export is not recognized; it may be one of these.
    case unrecognizedExport(Fault, candidates: [ExportFormat])
    /// The export is damaged, or not in the named format.
    case invalidExport(Fault)
    /// The export contains several chats: name one.
    case severalChats([String])
    /// The export does not contain the named chat, but these.
    case unknownChat(String, known: [String])
    /// There is no message, or the filter removed all of them.
    case noMessages(Fault)
    /// More than ``RenderLimits`` allow, by the name of the setting.
    case limitExceeded(setting: String, Fault)
    /// A picture is damaged, too large, or in an unsupported format.
    case picture(Fault)
    /// The conversation does not fit into the format or the size.
    case doesNotFit(Fault)
    /// A file cannot be read.
    case unreadableFile(String)
    /// The output could not be written: the caller's closure threw this.
    case notWritten(String)
    /// As many renderings as may wait already do.
    case busy
    /// The task was canceled.
    case canceled
    /// Memory or file descriptors are used up.
    case outOfResources
    /// Themes, languages or fonts cannot be loaded.
    case configuration(String)
    /// A defect of Chatprint.
    case `internal`(String)

    /// All that is wrong.
    public var faults: [Fault] {
        switch self {
        case .malformedJSON(let fault), .invalidOption(let fault),
            .unrecognizedExport(let fault, _), .invalidExport(let fault), .noMessages(let fault),
            .limitExceeded(_, let fault), .picture(let fault), .doesNotFit(let fault):
            [fault]
        case .invalidConversation(let faults), .invalidTheme(let faults), .strict(let faults):
            faults
        case .severalChats, .unknownChat, .unreadableFile, .notWritten, .busy, .canceled,
            .outOfResources, .configuration, .internal:
            []
        }
    }
}

extension ChatprintError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .malformedJSON, .invalidConversation, .invalidTheme, .invalidOption, .strict,
            .unrecognizedExport, .invalidExport, .noMessages, .limitExceeded, .picture,
            .doesNotFit:
            faults.map(\.message).joined(separator: "\n")
        case .severalChats(let names):
            "The export contains several chats: \(names.joined(separator: ", "))."
        case .unknownChat(let name, let known):
            "The export does not contain \"\(name)\", but \(known.joined(separator: ", "))."
        case .unreadableFile(let words), .configuration(let words): words
        case .notWritten(let words): "The output could not be written: \(words)"
        case .busy: "The queue of renderings is full."
        case .canceled: "The rendering was canceled."
        case .outOfResources: "Memory or file descriptors are used up."
        case .internal(let words): "Internal error: \(words)"
        }
    }
}
