import Basics

/// Writes a clip in one format. `pack` runs on any worker, several at once and in any order; all
/// else on the job's own worker, frames in their order.
protocol ClipEncoder: ~Copyable {
    /// What is kept of a frame's pixels until its turn.
    associatedtype Packed: Sendable

    /// The words of a frame's rectangle, premultiplied `0xAARRGGBB` (the top byte means nothing in
    /// an opaque clip), the words from one row to the next, the frame, and the worker at work. Nil
    /// where there is no memory.
    typealias Pack = @Sendable (Span<UInt32>, Int, ClipFrame, Worker) -> Packed?

    var pack: Pack { get }
    /// The approximate memory footprint in bytes.
    static func bytes(of packed: Packed) -> Int

    mutating func begin(to sink: inout some ByteSink) throws
    mutating func append(
        _ packed: Packed, of frame: ClipFrame, to sink: inout some ByteSink) throws
    mutating func finish(to sink: inout some ByteSink) throws
}
