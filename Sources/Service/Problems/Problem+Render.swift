import Conversation
import Imaging
package import Rendering

extension Problem {
    package init(_ fault: RenderFault) {
        switch fault {
        case .picture(let pointer, let fault):
            self.init(fault.slug, 422, "A picture cannot be drawn", fault.sentence(pointer))
            self.pointer = pointer
            if case .tooLarge(_, _, let limit) = fault { self.limit = limit }
            if case .tooLarge = fault { setting = Setting.picturePixels.rawValue }
            if case .disabledType = fault { setting = Setting.heif.rawValue }
        case .picturesTooLarge(let pixels, let limit):
            self.init(
                "images-budget", 422, "The pictures are too large together",
                "All pictures together have \(pixels) pixels, but \(limit) is the most; "
                    + "the setting total_picture_pixels raises the limit.")
            self.limit = limit
            setting = Setting.totalPicturePixels.rawValue
        case .outputTooLarge(let pixels, let limit):
            self.init(
                "output-too-large", 422, "The picture would be too large",
                "It would have \(pixels.plain) pixels, but \(limit) is the most: lower the scale or the width, "
                    + "ask for pages (zip or pdf), or raise the setting output_pixels.")
            self.limit = limit
            setting = Setting.outputPixels.rawValue
        case .tooLargeForFormat(let format, let size, let limit):
            self.init(
                "output-too-large", 422, "The picture is larger than the format can hold",
                "It would have \(size.width) × \(size.height) pixels, but \(format.rawValue) holds at most "
                    + "\(limit) on a side: ask for zip, whose pages are no taller than max_height, or for png, "
                    + "or lower the scale.")
            self.limit = limit
            pointer = "/output/format"
        case .tooManyPages(let pages, let limit):
            self.init(
                "output-too-large", 422, "There would be too many pages",
                "There would be \(pages) pages, but \(limit) is the most; the setting pages raises the limit."
            )
            self.limit = limit
            setting = Setting.pages.rawValue
        case .tooTall(let height, let limit):
            self.init(
                "too-tall", 422, "The conversation is taller than max_height",
                "It is \(height.rounded().plain) points tall, but max_height is \(limit.plain) and overflow is error."
            )
            pointer = "/output/max_height"
        case .tooManyCanvases(let count, let size, let format):
            let instead =
                format == .zip || format == .pdf || format == .json
                ? "overflow is error."
                : "\(format.rawValue) holds one: ask for zip, or for the first alone by overflow=truncate."
            self.init(
                "too-tall", 422, "The conversation does not fit the canvas",
                "It takes \(count) canvases of \(size.width) × \(size.height) pixels, and "
                    + instead
            )
            limit = 1
            pointer = "/output/canvas"
        case .strict(let warning): self.init(.strict([warning], count: 1))
        case .abandoned:
            self.init("abandoned", 499, "The caller left", "Nobody waited for the answer.")
        case .timeout:
            self.init(
                "render-timeout", 503, "The rendering took too long",
                "It ran past the time limit; send less at once, or raise the setting render_seconds."
            )
            setting = Setting.renderSeconds.rawValue
            retryAfter = 5
        case .memory:
            self.init(
                "overloaded", 503, "The service has no memory left",
                "It holds as much as the setting memory_bytes allows; try again, or send less at once."
            )
            setting = Setting.memoryBytes.rawValue
            retryAfter = 2
        case .unreadableFont:
            self.init(
                "overloaded", 503, "A font cannot be opened",
                "The machine gives the service no more files or memory at the moment; try again."
            )
            retryAfter = 2
        case .tooLargeForMemory(let limit):
            self.init(
                "too-large-for-memory", 422, "The request needs more memory than there is",
                "It would need more than the \(limit) bytes of the setting memory_bytes even alone; "
                    + "send less at once, or raise the setting.")
            self.limit = limit
            setting = Setting.memoryBytes.rawValue
        case .unsigned(let failure): self.init(failure)
        case .sink:
            self.init(
                "output-failed", 500, "The answer could not be written",
                "The answer could not be written; the log knows more under this request's id.")
        case .internal:
            self.init(
                "internal", 500, "Something went wrong here",
                "This is a defect of the service; the log knows more under this request's id.")
        }
    }
}

extension RenderControl {
    /// Ends work that is to stop, or that there is no memory for, with the problem it is.
    func checkpoint(taking bytes: Int = 0) throws(Problem) {
        do throws(RenderFault) {
            try check(taking: bytes)
        } catch {
            throw Problem(error)
        }
    }
}

extension PictureFault {
    var slug: String {
        switch self {
        case .unknownType, .unsupportedType, .disabledType: "image-type"
        case .truncated, .corrupt, .tooManyScans: "image-corrupt"
        case .tooLarge: "image-too-large"
        }
    }

    func sentence(_ pointer: String) -> String {
        let predicate =
            switch self {
            case .unknownType: "is no picture; PNG, JPEG, WebP and GIF are read"
            case .unsupportedType(let type):
                "is \(type.rawValue.uppercased()), which is not read; send PNG, JPEG, WebP or GIF"
            case .disabledType(let format):
                "is \(format.rawValue.uppercased()), which the setting heif allows"
            case .truncated: "ends before the picture does"
            case .corrupt: "is damaged"
            case .tooLarge(let width, let height, let limit):
                "has \(width) × \(height) pixels, but \(limit) is the most; "
                    + "the setting picture_pixels raises the limit"
            case .tooManyScans(_, let limit): "has more than \(limit) scans"
            }
        return "\(pointer.isEmpty ? "A picture" : pointer) \(predicate)."
    }
}
