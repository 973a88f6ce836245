import Glibc
import HTTP
import Isolation

/// A fault that a test asks for at a point of its order: `?seam=trap@head`. Only where the process
/// was started to take such.
struct FaultInjection: Sendable {
    enum Point: String, Sendable {
        /// Before the work.
        case start
        /// Before anything of the answer leaves.
        case head
        /// After a piece of it.
        case piece
    }

    static let name = "seam"

    private let fault: String
    private let point: Point

    init?(_ query: [QueryItem]) {
        guard let text = query.first(where: { $0.name == Self.name })?.value else { return nil }
        let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
        guard let fault = parts.first,
            let point = Point(rawValue: parts.dropFirst().first ?? "start")
        else { return nil }
        self.fault = fault
        self.point = point
    }

    func act(at point: Point) {
        guard point == self.point else { return }
        switch fault {
        case "trap": preconditionFailure("a test has asked for this")
        case "exit": _exit(0)
        case "abort": abort()
        case "hang": while true { _ = sched_yield() }
        case "slow": usleep(50_000)
        case "report": ForbiddenAct.report()
        case "memory":
            // Nobody enters it in an account.
            var hoard: [[UInt8]] = []
            while hoard.count < 1 << 20 { hoard.append([UInt8](repeating: 1, count: 64 << 20)) }
            preconditionFailure("there is no end to this memory: \(hoard.count)")
        default: ForbiddenAct(rawValue: fault)?.perform()
        }
    }
}

extension WorkRequest {
    var withoutSeams: WorkRequest {
        WorkRequest(
            requestID: requestID, path: path,
            query: query.filter { $0.name != FaultInjection.name },
            fields: fields, body: body)
    }
}
