import Rendering
package import Signing

extension Problem {
    /// Why a document could not be signed. It is not sent unsigned.
    package init(_ failure: SigningFailure) {
        self.init(.signingFailed, ErrorDetails(failure))
        switch failure {
        case .expired, .notYetValid: self.setting = Setting.signCertificate.rawValue
        case .noRoom: self.setting = Setting.signRoom.rawValue
        case .refused, .gone: self.setting = Setting.signKey.rawValue
        case .timestamp: break
        }
    }
}
