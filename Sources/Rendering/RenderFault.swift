package import Basics
import Documents
package import Evidence
import Fonts
package import Graphics
package import Model

package enum RenderFault: Error, Sendable, Equatable {
    /// A picture in the request cannot be drawn.
    case picture(pointer: String, PictureFault)
    /// All pictures together have more pixels than allowed.
    case picturesTooLarge(pixels: Int, limit: Int)
    case outputTooLarge(pixels: Double, limit: Int)
    /// The format does not support so many pixels on a side.
    case tooLargeForFormat(Output.Format, PixelSize, limit: Int)
    case tooManyPages(pages: Int, limit: Int)
    case tooManyFrames(frames: Int, limit: Int)
    /// The conversation is taller than `max_height`, and `overflow` is `error`.
    case tooTall(height: Double, limit: Double)
    /// The conversation needs more canvases than the format or the limit allows.
    case tooManyCanvases(Int, PixelSize, Output.Format)
    /// The conversation needs more than one screen, and `overflow` is `error`.
    case tooManyScreens(Int, PixelSize)
    /// `options.strict` is set, and shaping the text gave a warning.
    case strict(Warning)
    /// The client no longer waits for the output.
    case abandoned
    case timeout
    /// The process has reached its memory limit.
    case memory
    /// An installed font could not be opened.
    case unreadableFont(path: String)
    /// The job alone would exceed the process's memory limit.
    case tooLargeForMemory(limit: Int)
    /// The library that writes the format is not installed; `package` contains it.
    case missingLibrary(Output.Format, package: String)
    /// A document that was to be signed could not be signed.
    case unsigned(SigningFailure)
    /// Writing failed with this `errno`.
    case sink(Int32)
    /// A drawing library failed because of a bug in Chatprint.
    case `internal`(String)

    /// Wraps an encoder's error. An unknown error becomes an internal one.
    init(any error: any Error) {
        switch error {
        case let fault as RenderFault: self = fault
        case let failure as SinkFailure: self = RenderFault(failure)
        case let failure as CairoFailure: self = RenderFault(failure)
        case let failure as FontFailure: self = RenderFault(failure)
        case let fault as VideoFault: self = RenderFault(fault)
        case PDFFault.font(let failure): self = RenderFault(failure)
        case PDFFault.signature(let failure): self = .unsigned(failure)
        case PDFFault.digest: self = .internal("the document's digest could not be computed")
        case PDFFault.lock: self = .internal("the document could not be locked")
        default: self = .internal("\(error)")
        }
    }

    init(_ failure: CairoFailure) {
        switch failure {
        case .outOfMemory: self = .memory
        case .unusableSize, .status: self = .internal("\(failure)")
        }
    }

    init(_ failure: FontFailure) {
        switch failure {
        case .outOfMemory: self = .memory
        case .unreadable(let path, _): self = .unreadableFont(path: path)
        }
    }

    /// Only a lack of memory is expected here: libraries and sizes are checked before a video
    /// begins.
    init(_ fault: VideoFault) {
        switch fault {
        case .memory: self = .memory
        case .missingLibrary, .tooLarge, .refused: self = .internal("\(fault)")
        }
    }

    init(_ failure: PaintingFailure) {
        switch failure {
        case .surface(let failure): self = RenderFault(failure)
        case .font(let failure): self = RenderFault(failure)
        }
    }

    init(_ failure: SinkFailure) {
        switch failure {
        case .closed: self = .abandoned
        case .system(let code): self = .sink(code)
        }
    }
}

extension RenderFault {
    package var explanation: Explanation {
        switch self {
        case .picture(let pointer, let fault): fault.explanation(at: pointer)
        case .picturesTooLarge(let pixels, let limit):
            Explanation(
                .imagesBudget,
                "All pictures together have \(pixels) pixels, but the limit is \(limit) (setting total_picture_pixels).",
                limit: limit, setting: "total_picture_pixels")
        case .outputTooLarge(let pixels, let limit):
            Explanation(
                .outputTooLarge,
                "The picture would have \(pixels.plain) pixels, but the limit is \(limit) (setting output_pixels). Lower the scale or the width, or use pages (zip or pdf).",
                limit: limit, setting: "output_pixels")
        case .tooLargeForFormat(let format, let size, let limit):
            Explanation(
                .outputTooLarge,
                "The picture would have \(size.width) × \(size.height) pixels, but \(format.rawValue) is limited to \(limit) on a side. Use zip with max_height, or png, or lower the scale.",
                at: "/output/format", limit: limit)
        case .tooManyPages(let pages, let limit):
            Explanation(
                .outputTooLarge,
                "The output would have \(pages) pages, but the limit is \(limit) (setting pages).",
                limit: limit, setting: "pages")
        case .tooManyFrames(let frames, let limit):
            Explanation(
                .outputTooLarge,
                "The clip would have \(frames) frames, but the limit is \(limit) (setting frames). Set motion.duration, or lower motion.fps.",
                limit: limit, setting: "frames")
        case .tooTall(let height, let limit):
            Explanation(
                .tooTall,
                "The conversation is \(height.rounded().plain) points tall, but max_height is \(limit.plain) and overflow is error.",
                at: "/output/max_height")
        case .tooManyCanvases(let count, let size, .zip),
            .tooManyCanvases(let count, let size, .pdf),
            .tooManyCanvases(let count, let size, .json):
            Explanation(
                .tooTall,
                "The conversation needs \(count) canvases of \(size.width) × \(size.height) pixels, and overflow is error.",
                at: "/output/canvas", limit: 1)
        case .tooManyCanvases(let count, let size, let format):
            Explanation(
                .tooTall,
                "The conversation needs \(count) canvases of \(size.width) × \(size.height) pixels, and \(format.rawValue) contains one. Use zip, or overflow=truncate for the first one.",
                at: "/output/canvas", limit: 1)
        case .tooManyScreens(let count, let size):
            Explanation(
                .tooTall,
                "The conversation needs \(count) screens of \(size.width) × \(size.height) pixels, and overflow is error. Use overflow=truncate for the newest messages, or zip with overflow=paginate for all.",
                at: "/output/overflow", limit: 1)
        case .strict(let warning): ConversationError.strict([warning], count: 1).explanation
        case .abandoned:
            Explanation(.abandoned, "The client disconnected before the response began.")
        case .timeout: .timeout
        case .memory: .memory
        case .unreadableFont:
            Explanation(
                .overloaded,
                "A font cannot be opened: the system is out of file descriptors or memory. Retry later.",
                retryAfter: 2)
        case .tooLargeForMemory(let limit):
            Explanation(
                .tooLargeForMemory,
                "The request alone needs more than \(limit) bytes of memory (setting memory_bytes). Send less at once.",
                limit: limit, setting: "memory_bytes")
        case .missingLibrary(let format, let package):
            Explanation(
                .missingLibrary,
                "\(format.rawValue) needs a library that is not installed here. Install the package \(package), or use apng, gif or webp.",
                at: "/output/format")
        case .unsigned(let failure): failure.explanation
        case .sink(let code):
            Explanation(
                .outputFailed,
                "The \(client: "response")\(local: "output") could not be written.\(client: " See the log for this request ID.")",
                cause: .system(code))
        case .internal(let words):
            Explanation(
                .internal,
                "This is a bug in Chatprint\(client: ". See the log for this request ID")\(local: ": \(words)").",
                cause: .defect(words))
        }
    }
}
