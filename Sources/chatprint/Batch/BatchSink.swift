import Basics
import Glibc
import Rendering

/// Writes a rendering to its file and computes its digest.
struct BatchSink: RenderSink {
    let file: OutputFile
    private(set) var report: RenderReport?
    private(set) var bytes = 0
    private let hash: SHA256

    init(_ file: OutputFile) throws(RenderFault) {
        self.file = file
        do throws(DigestFailure) { hash = try SHA256() } catch { throw .memory }
    }

    mutating func begin(_ report: RenderReport) throws(SinkFailure) { self.report = report }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        try file.write(bytes)
        do throws(DigestFailure) { try hash.update(bytes) } catch { throw .system(ENOMEM) }
        self.bytes += bytes.count
    }

    func sha256() throws(RenderFault) -> String {
        do throws(DigestFailure) { return try hash.finish() } catch { throw .memory }
    }
}
