import Compression
import Rendering

/// Writes a rendering to its file and sums it up on the way.
struct BatchSink: RenderSink {
    let file: OutputFile
    private(set) var report: RenderReport?
    private(set) var bytes = 0
    private let hash = SHA256()

    init(_ file: OutputFile) { self.file = file }

    mutating func begin(_ report: RenderReport) throws(SinkFailure) { self.report = report }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        try file.write(bytes)
        hash.update(bytes)
        self.bytes += bytes.count
    }

    var sha256: String { hash.finish() }
}
