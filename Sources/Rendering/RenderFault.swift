import Cairo
import Compression
package import Conversation
import Fonts
package import Imaging
import PDF
import Painting
package import Signing

/// Why a conversation could not be rendered.
package enum RenderFault: Error, Sendable, Equatable {
    /// A picture in the request is not one that can be drawn.
    case picture(pointer: String, PictureFault)
    /// All pictures together have more pixels than allowed.
    case picturesTooLarge(pixels: Int, limit: Int)
    case outputTooLarge(pixels: Double, limit: Int)
    /// The format cannot hold so many pixels on a side.
    case tooLargeForFormat(Output.Format, PixelSize, limit: Int)
    case tooManyPages(pages: Int, limit: Int)
    case tooManyFrames(frames: Int, limit: Int)
    /// `overflow: error` and the conversation is taller than `max_height`.
    case tooTall(height: Double, limit: Double)
    /// The conversation takes more canvases than the format holds, or than it may.
    case tooManyCanvases(Int, PixelSize, Output.Format)
    /// `options.strict` is set, and setting the text gave a warning.
    case strict(Warning)
    /// Nobody waits for the output any more.
    case abandoned
    case timeout
    /// The process holds as much memory as it may.
    case memory
    /// A font that the machine has cannot be opened now.
    case unreadableFont(path: String)
    /// Even alone it would need more memory than the process may hold.
    case tooLargeForMemory(limit: Int)
    /// The machine has no library that writes the format; the package that has it.
    case missingLibrary(Output.Format, package: String)
    /// A document that was to be signed is not.
    case unsigned(SigningFailure)
    /// Writing failed, by its `errno`.
    case sink(Int32)
    /// A drawing library refused: a defect of ours.
    case `internal`(String)

    /// Wraps any error of an encoder. An unknown one is an internal error.
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

    /// Missing libraries and sizes are found before a video begins.
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
