import Conversation
import Imaging
package import Rendering

extension Problem {
    package init(_ fault: RenderFault) {
        switch fault {
        case .picture(let pointer, let fault):
            self.init(fault.problemType, fault.sentence(pointer))
            self.pointer = pointer
            if case .tooLarge(_, _, let limit) = fault { self.limit = limit }
            if case .tooLarge = fault { setting = Setting.picturePixels.rawValue }
            if case .disabledType = fault { setting = Setting.heif.rawValue }
        case .picturesTooLarge(let pixels, let limit):
            self.init(
                .imagesBudget,
                "All pictures together have \(pixels) pixels, but the limit is \(limit) "
                    + "(setting total_picture_pixels).")
            self.limit = limit
            setting = Setting.totalPicturePixels.rawValue
        case .outputTooLarge(let pixels, let limit):
            self.init(
                .outputTooLarge,
                "The picture would have \(pixels.plain) pixels, but the limit is \(limit) (setting "
                    + "output_pixels). Lower the scale or the width, or use pages (zip or pdf).")
            self.limit = limit
            setting = Setting.outputPixels.rawValue
        case .tooLargeForFormat(let format, let size, let limit):
            self.init(
                .outputTooLarge,
                "The picture would have \(size.width) × \(size.height) pixels, but \(format.rawValue) is limited "
                    + "to \(limit) on a side. Use zip with max_height, or png, or lower the scale.")
            self.limit = limit
            pointer = "/output/format"
        case .tooManyPages(let pages, let limit):
            self.init(
                .outputTooLarge,
                "The output would have \(pages) pages, but the limit is \(limit) (setting pages)."
            )
            self.limit = limit
            setting = Setting.pages.rawValue
        case .tooTall(let height, let limit):
            self.init(
                .tooTall,
                "The conversation is \(height.rounded().plain) points tall, but max_height is \(limit.plain) and "
                    + "overflow is error."
            )
            pointer = "/output/max_height"
        case .tooManyCanvases(let count, let size, let format):
            let instead =
                format == .zip || format == .pdf || format == .json
                ? "overflow is error."
                : "\(format.rawValue) holds one. Use zip, or overflow=truncate for the first one."
            self.init(
                .tooTall,
                "The conversation needs \(count) canvases of \(size.width) × \(size.height) pixels, and "
                    + instead
            )
            limit = 1
            pointer = "/output/canvas"
        case .strict(let warning): self.init(.strict([warning], count: 1))
        case .abandoned:
            self.init(.abandoned, "The client disconnected before the response began.")
        case .timeout:
            self.init(
                .renderTimeout,
                "The rendering exceeded the time limit (setting render_seconds). Render less at once."
            )
            setting = Setting.renderSeconds.rawValue
            retryAfter = 5
        case .memory:
            self.init(
                .overloaded,
                "The memory budget is used up (setting memory_bytes). Retry later, or send less at once."
            )
            setting = Setting.memoryBytes.rawValue
            retryAfter = 2
        case .unreadableFont:
            self.init(
                .overloaded,
                "A font cannot be opened: the system is out of file descriptors or memory. Retry later."
            )
            retryAfter = 2
        case .tooLargeForMemory(let limit):
            self.init(
                .tooLargeForMemory,
                "The request alone needs more than \(limit) bytes of memory (setting memory_bytes). "
                    + "Send less at once.")
            self.limit = limit
            setting = Setting.memoryBytes.rawValue
        case .unsigned(let failure): self.init(failure)
        case .sink:
            self.init(
                .outputFailed, "The response could not be written. See the log for this request ID."
            )
        case .internal:
            self.init(
                .internal, "Internal error. See the log for this request ID.")
        }
    }
}

extension RenderControl {
    /// Throws the problem of work that must stop, or that has no memory left.
    func checkpoint(taking bytes: Int = 0) throws(Problem) {
        do throws(RenderFault) {
            try check(taking: bytes)
        } catch {
            throw Problem(error)
        }
    }
}

extension PictureFault {
    var problemType: ProblemType {
        switch self {
        case .unknownType, .unsupportedType, .disabledType: .imageType
        case .truncated, .corrupt, .tooManyScans: .imageCorrupt
        case .tooLarge: .imageTooLarge
        }
    }

    func sentence(_ pointer: String) -> String {
        let predicate =
            switch self {
            case .unknownType: "is not a picture in a supported format. Use PNG, JPEG, WebP or GIF"
            case .unsupportedType(let type):
                "is \(type.rawValue.uppercased()), which is not supported. Use PNG, JPEG, WebP or GIF"
            case .disabledType(let format):
                "is \(format.rawValue.uppercased()), which is disabled (setting heif)"
            case .truncated: "is truncated"
            case .corrupt: "is damaged"
            case .tooLarge(let width, let height, let limit):
                "has \(width) × \(height) pixels, but the limit is \(limit) (setting picture_pixels)"
            case .tooManyScans(_, let limit): "has more than \(limit) scans"
            }
        return "\(pointer.isEmpty ? "A picture" : pointer) \(predicate)."
    }
}
