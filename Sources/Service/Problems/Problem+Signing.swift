import Rendering
import Evidence

extension Problem {
    /// Why a document could not be signed. It is not sent unsigned.
    init(_ failure: SigningFailure) {
        self.init(.signingFailed, ErrorDetails(failure))
        switch failure {
        case .expired, .notYetValid: self.setting = Setting.signCertificate.rawValue
        case .noRoom: self.setting = Setting.signRoom.rawValue
        case .refused, .gone: self.setting = Setting.signKey.rawValue
        case .timestamp: break
        }
    }
}
