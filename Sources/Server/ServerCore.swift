import HTTP
import Synchronization

/// The state that all loops and connections of one server share.
final class ServerCore: Sendable {
    let settings: ServerSettings
    let application: any Application
    /// The file for answers to slow readers; nil if every answer fits in its memory.
    let spill: SpillFile?
    let statistics = ServerCounters()
    /// Set before the loops hear of it: no answer that begins from then on promises another.
    let isDraining = Atomic(false)
    /// Exchanges that the end of draining found unanswered.
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
