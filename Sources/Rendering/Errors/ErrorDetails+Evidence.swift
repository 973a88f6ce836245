package import Evidence

extension ErrorDetails {
    package init(_ failure: Verifier.Failure) {
        switch failure {
        case .unreadable(let fault):
            self.init(fault.sentence)
            if case .tooLarge(let limit) = fault { self.limit = limit }
        case .memory: self.init(RenderFault.memory)
        case .stopped: self.init(RenderFault.timeout)
        }
    }
}

extension PDFReadFault {
    fileprivate var sentence: String {
        switch self {
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
