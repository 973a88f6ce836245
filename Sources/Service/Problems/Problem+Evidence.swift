package import Evidence
import Rendering

extension Problem {
    /// Why a document cannot be checked.
    package init(_ failure: Verifier.Failure) {
        switch failure {
        case .unreadable(let fault):
            self.init(
                .unreadableDocument, Problem.sentence(fault))
            if case .tooLarge(let limit) = fault {
                self.limit = limit
                setting = Setting.inflatedBytes.rawValue
            }
        case .memory: self.init(RenderFault.memory)
        case .stopped: self.init(RenderFault.timeout)
        }
    }

    private static func sentence(_ fault: PDFReadFault) -> String {
        switch fault {
        case .noPDF: "The file is not a PDF."
        case .damaged(let words):
            "The document is damaged or uses an unsupported structure: \(words)."
        case .encrypted: "The document is encrypted. Decrypt it first."
        case .tooLarge(let limit):
            "The contents of the document exceed \(limit) bytes (setting inflated_bytes)."
        case .stopped: "Reading the document took too long."
        }
    }
}
