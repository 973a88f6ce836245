import Graphics
import Model
package import Rendering

extension Problem {
    package init(_ fault: RenderFault) {
        let details = ErrorDetails(fault)
        switch fault {
        case .picture(_, let fault):
            self.init(fault.problemType, details)
            if case .disabledType = fault { self.setting = Setting.heif.name }
        case .picturesTooLarge: self.init(.imagesBudget, details)
        case .outputTooLarge, .tooLargeForFormat, .tooManyPages, .tooManyFrames:
            self.init(.outputTooLarge, details)
        case .tooTall, .tooManyCanvases, .tooManyScreens: self.init(.tooTall, details)
        case .strict(let warning): self.init(.strict([warning], count: 1))
        case .abandoned: self.init(.abandoned, details)
        case .timeout:
            self.init(.renderTimeout, details)
            self.setting = Setting.renderSeconds.name
            retryAfter = 5
        case .memory:
            self.init(.overloaded, details)
            self.setting = Setting.memoryBytes.name
            retryAfter = 2
        case .unreadableFont:
            self.init(.overloaded, details)
            retryAfter = 2
        case .tooLargeForMemory:
            self.init(.tooLargeForMemory, details)
            self.setting = Setting.memoryBytes.name
        case .missingLibrary: self.init(.missingLibrary, details)
        case .unsigned(let failure): self.init(failure)
        case .sink: self.init(.outputFailed, details)
        case .internal: self.init(.internal, details)
        }
    }
}

extension PictureFault {
    fileprivate var problemType: ProblemType {
        switch self {
        case .unknownType, .unsupportedType, .disabledType: .imageType
        case .truncated, .corrupt, .tooManyScans: .imageCorrupt
        case .tooLarge: .imageTooLarge
        }
    }
}
