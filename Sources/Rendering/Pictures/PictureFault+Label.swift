package import Imaging

extension PictureFault {
    /// In a bubble, beside the file's name.
    package var label: String {
        switch self {
        case .unknownType: "no picture that is known"
        case .unsupportedType(let type): "\(type.rawValue.uppercased()) is not read"
        case .disabledType(let format): "\(format.rawValue.uppercased()) is not read here"
        case .truncated, .corrupt: "damaged"
        case .tooLarge, .tooManyScans: "too large to draw"
        }
    }
}
