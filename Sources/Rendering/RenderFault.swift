package import Imaging

/// Why a conversation could not be rendered.
package enum RenderFault: Error, Sendable, Equatable {
    /// A picture in the request is not one that can be drawn.
    case picture(pointer: String, PictureFault)
    /// All pictures together have more pixels than allowed.
    case picturesTooLarge(pixels: Int, limit: Int)
    case outputTooLarge(pixels: Double, limit: Int)
    case tooManyPages(pages: Int, limit: Int)
    /// `overflow: error` and the conversation is taller than `max_height`.
    case tooTall(height: Double, limit: Double)
    /// Nobody waits for the output any more.
    case abandoned
    case timeout
    /// The process holds as much memory as it may.
    case memory
    /// Writing failed, by its `errno`.
    case sink(Int32)
    /// A drawing library refused: a defect of ours.
    case `internal`(String)

    /// Whatever went wrong while an encoder wrote; what is nobody's known fault is a defect of ours.
    init(any error: any Error) {
        switch error {
        case let fault as RenderFault: self = fault
        case let failure as SinkFailure: self = RenderFault(failure)
        default: self = .internal("\(error)")
        }
    }

    init(_ failure: SinkFailure) {
        switch failure {
        case .closed: self = .abandoned
        case .system(let code): self = .sink(code)
        }
    }
}
