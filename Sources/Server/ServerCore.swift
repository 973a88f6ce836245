import HTTP

/// What all loops and connections of one server share.
final class ServerCore: Sendable {
    let settings: ServerSettings
    let application: any Application
    let statistics = Statistics()
    /// Exchanges that the end of draining found unanswered.
    let lost = Counter()
    private let requestPrefix: String
    private let requestNumber = Counter()

    init(settings: ServerSettings, application: any Application) {
        self.settings = settings
        self.application = application
        requestPrefix = String(UInt64.random(in: 0..<(1 << 40)), radix: 36)
    }

    func newRequestID() -> String {
        let number = requestNumber.add(1)
        return "\(requestPrefix)-\(String(number, radix: 36))"
    }
}
