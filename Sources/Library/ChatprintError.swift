/// The reason why an input could not be read or rendered.
///
///     do {
///         png = try await chatprint.render(conversation, as: .png)
///     } catch .invalidConversation(let faults) {
///         for fault in faults { print(fault.pointer ?? "", fault.message) }
///     }
public enum ChatprintError: Error, Sendable, Equatable {
    /// A single fault and its location.
    public struct Fault: Sendable, Equatable {
        /// The description for people.
        public let message: String
        /// The location in the JSON (RFC 6901).
        public let pointer: String?
        /// The line in the text, starting at 1.
        public let line: Int?
        /// The column in the line, starting at 1.
        public let column: Int?
        /// The allowed values, if they can be listed.
        public let allowed: [String]
        /// The known name that was probably intended.
        public let suggestion: String?
    }

    /// The input is not valid JSON.
    case malformedJSON(Fault)
    /// Fields are missing or have invalid values.
    case invalidConversation([Fault])
    /// The theme does not exist, or its JSON is invalid.
    case invalidTheme([Fault])
    /// The options cannot be combined, or the format does not support them.
    case invalidOption(Fault)
    /// There are warnings, and ``RenderOptions/isStrict`` is set.
    case strict([Fault])
    /// The format of the export is not recognized; it may be one of these.
    case unrecognizedExport(Fault, candidates: [ExportFormat])
    /// The export is damaged, or is not in the specified format.
    case invalidExport(Fault)
    /// The export contains several chats. Specify one of them.
    case severalChats([String])
    /// The export contains these chats, but not the specified one.
    case unknownChat(String, known: [String])
    /// The input has no messages, or the filter removed all of them.
    case noMessages(Fault)
    /// The input exceeds a limit of ``RenderLimits``, identified by the name of its setting.
    case limitExceeded(setting: String, Fault)
    /// A picture is damaged, too large, or in an unsupported format.
    case picture(Fault)
    /// The conversation does not fit in the format or size.
    case doesNotFit(Fault)
    /// A file cannot be read.
    case unreadableFile(String)
    /// The output could not be written; the caller's closure threw this error.
    case notWritten(String)
    /// The maximum number of renderings is waiting.
    case busy
    /// The task was canceled.
    case canceled
    /// The process is out of memory or file descriptors.
    case outOfResources
    /// Themes, languages or fonts cannot be loaded.
    case configuration(String)
    /// A bug in Chatprint.
    case `internal`(String)

    /// All faults of the input.
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
    /// The description for people.
    public var description: String {
        switch self {
        case .malformedJSON, .invalidConversation, .invalidTheme, .invalidOption, .strict,
            .unrecognizedExport, .invalidExport, .noMessages, .limitExceeded, .picture,
            .doesNotFit:
            faults.map(\.message).joined(separator: "\n")
        case .severalChats(let names):
            "The export contains several chats: \(names.joined(separator: ", "))."
        case .unknownChat(let name, let known):
            "The export has no chat \"\(name)\". Its chats are: \(known.joined(separator: ", "))."
        case .unreadableFile(let words), .configuration(let words): words
        case .notWritten(let words): "The output could not be written: \(words)"
        case .busy: "The queue of renderings is full."
        case .canceled: "The rendering was canceled."
        case .outOfResources: "The process is out of memory or file descriptors."
        case .internal(let words): "Internal error: \(words)"
        }
    }
}
