import Basics

extension ChatprintError {
    init(_ explanation: Explanation) {
        let (fault, text) = (Fault(explanation), explanation.text)
        self =
            switch explanation.type {
            case .jsonSyntax, .jsonTooDeep, .jsonEncoding:
                explanation.file == nil ? .malformedJSON(fault) : .invalidExport(fault)
            case .invalidConversation, .imageBase64, .textTooLong:
                explanation.isAboutTheme
                    ? .invalidTheme(Fault.all(explanation))
                    : .invalidConversation(Fault.all(explanation))
            case .invalidTheme, .unknownTheme: .invalidTheme(Fault.all(explanation))
            case .strict: .strict(Fault.all(explanation))
            case .invalid, .invalidParameter, .missingLibrary, .noSigningKey, .signingFailed,
                .unknownImporter:
                .invalidOption(fault)
            case .unrecognized:
                .unrecognizedExport(
                    fault, candidates: explanation.allowed.map { ExportFormat(rawValue: $0) })
            case .badArchive, .badXML, .invalidExport, .locked, .unrelated: .invalidExport(fault)
            case .severalChats: .severalChats(explanation.allowed)
            case .unknownChat: .unknownChat(explanation.value ?? "", known: explanation.allowed)
            case .empty: .noMessages(fault)
            case .exportTooLarge, .imagesBudget, .outputTooLarge, .tooManyAttachments,
                .tooManyMessages, .tooManyParticipants, .tooManySearchSteps:
                explanation.setting.map { .limitExceeded(setting: $0, fault) } ?? .doesNotFit(fault)
            case .tooTall: .doesNotFit(fault)
            case .imageCorrupt, .imageTooLarge, .imageType: .picture(fault)
            case .unreadable: .unreadableFile(text)
            case .abandoned, .renderTimeout: .canceled
            case .overloaded, .tooLargeForMemory: .outOfResources
            case .outputFailed: .notWritten(explanation.reason ?? text)
            case .internal: .internal(explanation.reason ?? text)
            // The service and the command alone have these.
            case .badAddress, .badChunk, .badCoding, .badFraming, .badHeader, .badHost, .badMethod,
                .badMultipart, .badRequestLine, .badSignature, .badTarget, .codingNotImplemented,
                .contentTooLarge, .draining, .expectationFailed, .expired, .fontsMissing,
                .headerTooLarge, .httpVersion, .incompleteBody, .inputUnreadable, .invalidJob,
                .jobLost, .jobsFull, .jobUnderWay, .methodNotAllowed, .methodNotImplemented, .noJob,
                .noProcess, .notAcceptable, .notFound, .rateLimited, .renderCrashed,
                .requestTimeout, .spillFull, .unauthorized, .unreadableDocument,
                .unsupportedContentCoding, .unsupportedMediaType, .uriTooLong:
                .internal(text)
            }
    }
}

extension Explanation {
    fileprivate var text: String { detail { $0.text(isLocal: true) } }

    fileprivate var isAboutTheme: Bool { pointer?.hasPrefix("/theme") ?? false }

    fileprivate var reason: String? {
        switch cause {
        case .system(let code): "error \(code)"
        case .defect(let words): words
        case nil: nil
        }
    }
}

extension ChatprintError.Fault {
    init(_ explanation: Explanation) {
        self.init(
            message: explanation.text, pointer: explanation.pointer, line: explanation.line,
            column: explanation.column, allowed: explanation.allowed,
            suggestion: explanation.meant)
    }

    /// Returns all faults of a request; the first one includes the allowed values.
    static func all(_ explanation: Explanation) -> [ChatprintError.Fault] {
        [Self(explanation)]
            + explanation.errors.dropFirst().map { part in
                Self(
                    message: part.sentence.text(isLocal: true), pointer: part.pointer, line: nil,
                    column: nil, allowed: [], suggestion: nil)
            }
    }
}
