package import Rendering

extension Problem {
    package init(_ error: JobError) {
        switch error {
        case .conversation(let error): self.init(error)
        case .importing(let error): self.init(error)
        case .theme(let faults): self.init(faults)
        case .render(let fault): self.init(fault)
        case .verification(let failure): self.init(failure)
        case .parameter: self.init(.invalidParameter, ErrorDetails(error))
        case .conflict: self.init(.invalid, ErrorDetails(error))
        case .nothingLeft: self.init(.empty, ErrorDetails(error))
        case .unreadable: self.init(.unreadable, ErrorDetails(error))
        case .noSigner:
            self.init(.noSigningKey, ErrorDetails(error))
            self.setting = Setting.signKey.name
        }
    }
}

extension RenderControl {
    /// Throws a problem if the work must stop or `bytes` cannot be reserved.
    func checkpoint(taking bytes: Int = 0) throws(Problem) {
        do throws(RenderFault) {
            try check(taking: bytes)
        } catch {
            throw Problem(error)
        }
    }
}
