package import Basics
import Rendering

extension Problem {
    package init(_ error: JSONError) {
        switch error {
        case .syntax: self.init(.jsonSyntax, ErrorDetails(error))
        case .tooDeep: self.init(.jsonTooDeep, ErrorDetails(error))
        case .encoding: self.init(.jsonEncoding, ErrorDetails(error))
        case .unreadable: self.init(.unreadable, ErrorDetails(error))
        case .stopped: self.init(RenderFault.timeout)
        }
    }
}
