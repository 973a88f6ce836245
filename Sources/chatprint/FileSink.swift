import Compression
import Rendering

/// Writes a rendering to a file and tells a person how far it is.
struct FileSink: RenderSink {
    let file: OutputFile
    let showsProgress: Bool
    private(set) var report: RenderReport?
    private var written = 0
    private var told = 0

    init(file: OutputFile, showsProgress: Bool) {
        self.file = file
        self.showsProgress = showsProgress
    }

    mutating func begin(_ report: RenderReport) throws(SinkFailure) { self.report = report }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        try file.write(bytes)
        written += bytes.count
        guard showsProgress, written - told >= 1 << 20 else { return }
        told = written
        Terminal.progress("\(written >> 20) MiB written")
    }
}
