import HTTP
import Synchronization

/// State shared by all loops and connections of a server.
final class ServerCore: Sendable {
    let settings: ServerSettings
    let application: any Application
    /// The file for responses to slow readers; nil to keep them in memory.
    let spill: SpillFile?
    let statistics = ServerCounters()
    /// Set before the loops begin to drain. From then on, each response closes its connection.
    let isDraining = Atomic(false)
    /// The number of exchanges unanswered at the end of the drain.
    let lost = Counter()
    private let requestPrefix: String
    private let requestNumber = Counter()

    init(settings: ServerSettings, application: any Application, spill: SpillFile?) {
        self.settings = settings
        self.spill = spill
        self.application = application
        requestPrefix = String(UInt64.random(in: 0..<(1 << 40)), radix: 36)
    }

    func newRequestID() -> String {
        let number = requestNumber.add(1)
        return "\(requestPrefix)-\(String(number, radix: 36))"
    }
}
