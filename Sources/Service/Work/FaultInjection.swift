import Glibc
import HTTP
import Isolation

/// A fault that a test requests at a point of a render: `?fault=trap@head`. Accepted only by a
/// process that was started with `--faults`.
struct FaultInjection: Sendable {
    enum Point: String, Sendable {
        /// Before the render.
        case start
        /// Before the response begins.
        case head
        /// After a piece of the response.
        case piece
    }

    static let name = "fault"

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
        case "trap": preconditionFailure("fault requested by a test")
        case "exit": _exit(0)
        case "abort": abort()
        case "hang": while true { _ = sched_yield() }
        case "slow": usleep(50_000)
        case "report": ForbiddenAct.report()
        case "memory":
            // Bypasses the memory budget, so that only the system's limits apply.
            var hoard: [[UInt8]] = []
            while hoard.count < 1 << 20 { hoard.append([UInt8](repeating: 1, count: 64 << 20)) }
            preconditionFailure("no memory limit stopped the test fault: \(hoard.count)")
        default: ForbiddenAct(rawValue: fault)?.perform()
        }
    }
}

extension WorkRequest {
    var withoutFaults: WorkRequest {
        WorkRequest(
            requestID: requestID, path: path,
            query: query.filter { $0.name != FaultInjection.name },
            fields: fields, body: body)
    }
}
