import Evidence
import Rendering

extension Problem {
    /// The document is never sent unsigned.
    init(_ failure: SigningFailure) {
        self.init(.signingFailed, ErrorDetails(failure))
        switch failure {
        case .expired, .notYetValid: self.setting = Setting.signCertificate.name
        case .noRoom: self.setting = Setting.signRoom.name
        case .refused, .gone: self.setting = Setting.signKey.name
        case .timestamp: break
        }
    }
}
