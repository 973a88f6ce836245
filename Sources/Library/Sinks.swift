import Basics
import FoundationEssentials
import Rendering
import Synchronization

/// Collects the whole output.
struct MemorySink: RenderSink {
    private(set) var report: RenderReport?
    private(set) var bytes: [UInt8] = []

    mutating func begin(_ report: RenderReport) { self.report = report }

    mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}

/// Passes the output on piece by piece.
struct WritingSink: RenderSink {
    let write: @Sendable (Data) throws -> Void
    let failure: WriteFailure
    private(set) var report: RenderReport?

    init(write: @escaping @Sendable (Data) throws -> Void, failure: WriteFailure) {
        self.write = write
        self.failure = failure
    }

    mutating func begin(_ report: RenderReport) { self.report = report }

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
        do {
            try write(Data(bytes))
        } catch {
            failure.note(error)
            throw .closed
        }
    }
}

/// The error that the caller's closure threw.
final class WriteFailure: Sendable {
    private let noted = Mutex<String?>(nil)

    var message: String? { noted.withLock { $0 } }

    func note(_ error: any Error) { noted.withLock { $0 = "\(error)" } }
}
