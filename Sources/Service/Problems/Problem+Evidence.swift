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
        case .noPDF: "The body is no PDF."
        case .damaged(let words): "The document is damaged, or no PDF that is read here: \(words)."
        case .encrypted: "The document is encrypted; take its encryption off first."
        case .tooLarge(let limit):
            "What the document holds has more than \(limit) bytes; the setting inflated_bytes raises the limit."
        case .stopped: "The time for it was up."
        }
    }
}
