import Basics

/// Writes a clip in one format. `pack` is called on several workers at once and in any order; all
/// other methods are called on the job's own worker, with the frames in order.
protocol ClipEncoder: ~Copyable {
    /// The data of a frame that is kept until the frame is written.
    associatedtype Packed: Sendable

    /// Packs a frame. The parameters are the premultiplied `0xAARRGGBB` words of its rectangle, the
    /// number of words from one row to the next, the frame and the current worker. The top byte is
    /// ignored in an opaque clip. Returns nil if there is no memory.
    typealias Pack = @Sendable (Span<UInt32>, Int, ClipFrame, Worker) -> Packed?

    var pack: Pack { get }
    /// The approximate memory footprint in bytes.
    static func bytes(of packed: Packed) -> Int

    mutating func begin(to sink: inout some ByteSink) throws
    mutating func append(
        _ packed: Packed, of frame: ClipFrame, to sink: inout some ByteSink) throws
    mutating func finish(to sink: inout some ByteSink) throws
}
