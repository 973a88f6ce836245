import Rendering

struct CollectingSink: RenderSink {
    private(set) var bytes: [UInt8] = []
    private(set) var report: RenderReport?

    mutating func begin(_ report: RenderReport) { self.report = report }

    mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}
