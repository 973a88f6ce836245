@testable import HTTP

/// A connection without a socket: the state machine, a minimal application and a manual clock.
final class Conversation {
    enum Fate: Equatable {
        case open
        /// The sending direction is shut down after the last response.
        case shut
        case closed(ConnectionEnd)
    }

    private var state: ConnectionState
    var now = Instant(milliseconds: 1_000_000)
    private(set) var sent: [UInt8] = []
    private(set) var fate = Fate.open
    private(set) var requests: [Request] = []
    private(set) var faults: [HTTPFault] = []
    /// Whether bytes count as sent immediately.
    var peerReads = true
    var bodyLimit = 1000
    /// Nil lets the test respond.
    var answer: (Request) -> Response? = { _ in Response(200, body: Array("ok".utf8)) }
    /// A response sent before the body is read.
    var refusal: (RequestHead) -> Response? = { _ in nil }

    init(limits: MessageLimits = MessageLimits(), timeouts: Timeouts = Timeouts()) {
        state = ConnectionState(now: now, limits: limits, timeouts: timeouts)
    }

    var text: String { String(decoding: sent, as: UTF8.self) }

    var takesAnswer: Bool { state.takesAnswer }
    var heldBytes: Int { state.heldBytes }
    var requestBytes: Int { state.requestBytes }
    var readBudget: Int { state.readBudget }
    var unsent: Int { state.unsent }
    var deadline: Instant? { state.deadline }

    /// Including interim ones.
    var statuses: [Int] {
        text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
            .map { Int($0.prefix(3)) ?? 0 }
    }

    func receive(_ text: String) {
        receive(Array(text.utf8))
    }

    func receive(_ bytes: [UInt8]) {
        state.received(bytes[...], now: now)
        settle()
    }

    func finish() {
        state.peerFinished(now: now)
        settle()
    }

    func wait(_ span: Duration) {
        now = now + span
        state.tick(now: now)
        settle()
    }

    func change(_ step: (inout ConnectionState, Instant) -> Void) {
        step(&state, now)
        settle()
    }

    func settle() {
        while let action = state.nextAction() {
            switch action {
            case .admit(let head):
                if let response = refusal(head) {
                    state.answer(response, date: "", now: now)
                } else {
                    state.accept(bodyLimit: bodyLimit, now: now)
                }
            case .respond(let request):
                requests.append(request)
                if let response = answer(request) {
                    state.answer(response, date: "", now: now)
                }
            case .refuse(let fault):
                faults.append(fault)
                state.answer(fault.plainResponse, date: "", now: now)
            case .send(let bytes):
                sent += bytes
                if peerReads { state.sent(bytes.count, now: now) }
            case .finishWriting:
                fate = .shut
            case .close(let ending):
                fate = .closed(ending)
            }
        }
    }
}
