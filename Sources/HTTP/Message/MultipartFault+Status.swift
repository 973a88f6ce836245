package import MIME

extension MultipartFault {
    /// A form that is merely too large is 413, like any body that is.
    package var status: Status {
        switch self {
        case .tooManyParts: 413
        case .stopped: 503
        case .boundary, .delimiter, .unfinished, .headersTooLarge, .header, .unnamed,
            .duplicateName, .nested:
            400
        }
    }
}
