import Importing
import Model
import Rendering

extension ChatprintError {
    init(_ error: JobError) {
        let details = ErrorDetails(error)
        let fault = Fault(details)
        switch error {
        case .conversation(let error): self.init(error, details)
        case .importing(let error): self.init(error, details)
        case .theme: self = .invalidTheme(Fault.all(details))
        case .parameter, .conflict, .noSigner: self = .invalidOption(fault)
        case .nothingLeft: self = .noMessages(fault)
        case .unreadable: self = .unreadableFile(details.detail)
        case .render(let error): self.init(error, details)
        case .verification: self = .internal(details.detail)
        }
    }

    private init(_ error: ConversationError, _ details: ErrorDetails) {
        switch error {
        case .json: self = .malformedJSON(Fault(details))
        case .invalid: self = .invalidConversation(Fault.all(details))
        case .tooMany(let setting, _, _):
            self = .limitExceeded(setting: setting.rawValue, Fault(details))
        case .strict: self = .strict(Fault.all(details))
        case .stopped: self = .canceled
        }
    }

    private init(_ error: ImportError, _ details: ErrorDetails) {
        let fault = Fault(details)
        switch error {
        case .conversation(let error): self.init(error, details)
        case .severalChats(let chats): self = .severalChats(chats.map(\.name))
        case .unknownChat(let name, let chats):
            self = .unknownChat(name, known: chats.map(\.name))
        case .empty, .noMessages: self = .noMessages(fault)
        case .unrecognized, .misread:
            self = .unrecognizedExport(
                fault, candidates: details.allowed.map { ExportFormat(rawValue: $0) })
        case .limit(let setting, _, _, _), .archive(.limit(let setting, _, _, _)):
            self = .limitExceeded(setting: setting.rawValue, fault)
        case .unknownImporter, .unknownTimeZone: self = .invalidOption(fault)
        case .json, .xml, .archive, .unreadable, .notFound, .invalid: self = .invalidExport(fault)
        case .stopped: self = .canceled
        case .memory: self = .outOfResources
        }
    }

    private init(_ error: RenderFault, _ details: ErrorDetails) {
        let fault = Fault(details)
        switch error {
        case .picture: self = .picture(fault)
        case .picturesTooLarge, .outputTooLarge, .tooManyPages, .tooManyFrames:
            self = .limitExceeded(setting: details.setting ?? "", fault)
        case .tooLargeForFormat, .tooTall, .tooManyCanvases, .tooManyScreens:
            self = .doesNotFit(fault)
        case .strict: self = .strict(Fault.all(details))
        case .abandoned, .timeout: self = .canceled
        case .memory, .tooLargeForMemory, .unreadableFont: self = .outOfResources
        case .unsigned, .missingLibrary: self = .invalidOption(fault)
        case .sink(let code): self = .notWritten("error \(code)")
        case .internal(let words): self = .internal(words)
        }
    }
}

extension ChatprintError.Fault {
    init(_ details: ErrorDetails) {
        self.init(
            message: details.detail, pointer: details.pointer, line: details.line,
            column: details.column, allowed: details.allowed, suggestion: details.meant)
    }

    /// Returns all faults of a request; the first one includes the allowed values.
    static func all(_ details: ErrorDetails) -> [ChatprintError.Fault] {
        [Self(details)]
            + details.errors.dropFirst().map { part in
                Self(
                    message: part.detail, pointer: part.pointer, line: nil, column: nil,
                    allowed: [], suggestion: nil)
            }
    }
}
