import Evidence
import Rendering

extension Problem {
    init(_ failure: Verifier.Failure) {
        switch failure {
        case .unreadable(let fault):
            self.init(.unreadableDocument, ErrorDetails(failure))
            if case .tooLarge = fault { self.setting = Setting.inflatedBytes.name }
        case .memory: self.init(RenderFault.memory)
        case .stopped: self.init(RenderFault.timeout)
        }
    }
}
