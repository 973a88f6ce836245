import Basics
import Rendering

/// Writes a rendering to a file and reports its size.
struct FileSink: RenderSink {
    let file: OutputFile
    let progress: RenderWatch?
    private(set) var report: RenderReport?

    init(file: OutputFile, progress: RenderWatch?) {
        self.file = file
        self.progress = progress
    }

    mutating func begin(_ report: RenderReport) throws(SinkFailure) {
        self.report = report
        progress?.began(pages: report.pages)
    }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        try file.write(bytes)
        progress?.wrote(bytes.count)
    }
}
