import Graphics
import Model

extension ErrorDetails {
    package init(_ fault: RenderFault) {
        switch fault {
        case .picture(let pointer, let fault):
            self.init(fault.sentence(pointer))
            self.pointer = pointer
            if case .tooLarge(_, _, let limit) = fault { self.limit = limit }
            if case .tooLarge = fault { setting = Limits.Setting.picturePixels.rawValue }
        case .picturesTooLarge(let pixels, let limit):
            self.init(
                "All pictures together have \(pixels) pixels, but the limit is \(limit) "
                    + "(setting total_picture_pixels).")
            self.limit = limit
            setting = Limits.Setting.totalPicturePixels.rawValue
        case .outputTooLarge(let pixels, let limit):
            self.init(
                "The picture would have \(pixels.plain) pixels, but the limit is \(limit) (setting "
                    + "output_pixels). Lower the scale or the width, or use pages (zip or pdf).")
            self.limit = limit
            setting = Limits.Setting.outputPixels.rawValue
        case .tooLargeForFormat(let format, let size, let limit):
            self.init(
                "The picture would have \(size.width) × \(size.height) pixels, but \(format.rawValue) is limited "
                    + "to \(limit) on a side. Use zip with max_height, or png, or lower the scale.")
            self.limit = limit
            pointer = "/output/format"
        case .tooManyPages(let pages, let limit):
            self.init(
                "The output would have \(pages) pages, but the limit is \(limit) (setting pages)."
            )
            self.limit = limit
            setting = Limits.Setting.pages.rawValue
        case .tooManyFrames(let frames, let limit):
            self.init(
                "The clip would have \(frames) frames, but the limit is \(limit) (setting frames). "
                    + "Set motion.duration, or lower motion.fps."
            )
            self.limit = limit
            setting = Limits.Setting.frames.rawValue
        case .tooTall(let height, let limit):
            self.init(
                "The conversation is \(height.rounded().plain) points tall, but max_height is \(limit.plain) and "
                    + "overflow is error."
            )
            pointer = "/output/max_height"
        case .tooManyCanvases(let count, let size, let format):
            let instead =
                format == .zip || format == .pdf || format == .json
                ? "overflow is error."
                : "\(format.rawValue) contains one. Use zip, or overflow=truncate for the first one."
            self.init(
                "The conversation needs \(count) canvases of \(size.width) × \(size.height) pixels, and "
                    + instead
            )
            limit = 1
            pointer = "/output/canvas"
        case .tooManyScreens(let count, let size):
            self.init(
                "The conversation needs \(count) screens of \(size.width) × \(size.height) pixels, and "
                    + "overflow is error. Use overflow=truncate for the newest messages, or zip with "
                    + "overflow=paginate for all."
            )
            limit = 1
            pointer = "/output/overflow"
        case .strict(let warning): self.init(.strict([warning], count: 1))
        case .abandoned:
            self.init("The client disconnected before the response began.")
        case .timeout:
            self.init(
                "The rendering exceeded the time limit (setting render_seconds). Render less at once."
            )
        case .memory:
            self.init(
                "The memory budget is used up (setting memory_bytes). Retry later, or send less at once."
            )
        case .unreadableFont:
            self.init(
                "A font cannot be opened: the system is out of file descriptors or memory. Retry later."
            )
        case .tooLargeForMemory(let limit):
            self.init(
                "The request alone needs more than \(limit) bytes of memory (setting memory_bytes). "
                    + "Send less at once.")
            self.limit = limit
        case .missingLibrary(let format, let package):
            self.init(
                "\(format.rawValue) needs a library that is not installed here. Install the package "
                    + "\(package), or use apng, gif or webp.")
            pointer = "/output/format"
        case .unsigned(let failure): self.init(failure)
        case .sink:
            self.init(
                "The response could not be written. See the log for this request ID."
            )
        case .internal:
            self.init(
                "Internal error. See the log for this request ID.")
        }
    }
}

extension PictureFault {
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
