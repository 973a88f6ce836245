import Basics
import Importing
import Model
import Rendering

extension Problem {
    init(_ error: ImportError) {
        let details = ErrorDetails(error)
        switch error {
        case .json(_, let error):
            // The type is that of the JSON error, but the details also name the file.
            let problem = Problem(error)
            self.init(problem.type, details)
            self.setting = problem.setting
            retryAfter = problem.retryAfter
        case .conversation(let error): self.init(error)
        case .stopped: self.init(RenderFault.timeout)
        case .memory: self.init(RenderFault.memory)
        case .unreadable: self.init(.unreadable, details)
        case .limit(let limit, _, _, _), .archive(.limit(let limit, _, _, _)):
            let isMedia = limit == .mediaBytes || limit == .totalMediaBytes
            self.init(isMedia ? .imagesBudget : .exportTooLarge, details)
        case .archive: self.init(.badArchive, details)
        case .xml: self.init(.badXML, details)
        case .empty, .noMessages: self.init(.empty, details)
        case .unknownImporter: self.init(.unknownImporter, details)
        case .unrecognized, .misread: self.init(.unrecognized, details)
        case .notFound, .invalid: self.init(.invalidExport, details)
        case .severalChats: self.init(.severalChats, details)
        case .unknownChat: self.init(.unknownChat, details)
        case .unknownTimeZone: self.init(.invalidParameter, details)
        }
    }
}
