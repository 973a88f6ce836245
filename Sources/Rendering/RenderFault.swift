import Basics
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
