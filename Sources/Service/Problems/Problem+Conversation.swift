import Model
import Rendering

extension Problem {
    init(_ error: ConversationError) {
        switch error {
        case .json(let error): self.init(error)
        case .invalid(let faults):
            self.init(faults.first?.problemType ?? .invalidConversation, ErrorDetails(error))
        case .tooMany(let limit, _, _): self.init(limit.problemType, ErrorDetails(error))
        case .stopped: self.init(RenderFault.timeout)
        case .strict: self.init(.strict, ErrorDetails(error))
        }
    }
}

extension FieldFault {
    fileprivate var problemType: ProblemType {
        switch reason {
        case .tooLong(_, _, let setting): setting.problemType
        case .malformedBase64: .imageBase64
        case .missing, .wrongType, .notAllowed, .outOfRange, .empty, .malformedTime,
            .unknownTimeZone, .malformedLocale, .malformedPassword, .malformedReason,
            .malformedLength, .malformedColor, .malformedPattern, .unsearchable, .notOne, .notBoth,
            .tooManyValues, .wholePart, .repeated:
            .invalidConversation
        }
    }
}

extension Limits.Setting {
    fileprivate var problemType: ProblemType {
        switch declaration.subject {
        case .messages: .tooManyMessages
        case .participants: .tooManyParticipants
        case .attachments: .tooManyAttachments
        case .search: .tooManySearchSteps
        case .text: .textTooLong
        case .nesting: .jsonTooDeep
        case .pictures: .imagesBudget
        case .output: .outputTooLarge
        case .export: .exportTooLarge
        }
    }
}
