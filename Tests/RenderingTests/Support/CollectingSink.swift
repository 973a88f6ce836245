import Rendering

/// Keeps what is rendered.
struct CollectingSink: RenderSink {
    private(set) var bytes: [UInt8] = []

    mutating func begin(_ report: RenderReport) {}

    mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}
