import Dispatch
import HTTP
package import Isolation
import Rendering

/// Has orders worked on by render processes: this one reads no body.
package final class ProcessBackend: RenderBackend {
    private let processes: ProcessPool
    private let settings: Settings
    private let memory: MemoryBudget
    /// The queue that copies large bodies and measures memory, so that no socket waits for either.
    private let admissions = DispatchQueue(label: "admissions")

    private static let maxInlineBody = 32 << 10

    package init(_ processes: ProcessPool, settings: Settings, memory: MemoryBudget) {
        self.processes = processes
        self.settings = settings
        self.memory = memory
    }

    package var load: WorkLoad {
        let counts = processes.counts
        let memory = counts.processes.reduce(0) { $0 + (MemoryUse.own(of: $1)?.resident ?? 0) }
        return WorkLoad(
            queued: counts.queued, busy: counts.busy,
            workers: counts.running * processes.settings.small,
            processes: WorkLoad.ProcessLoad(
                running: counts.running, memory: memory, starts: counts.starts, ends: counts.ends,
                retries: counts.retries, quarantined: counts.quarantined))
    }

    package var trouble: Problem? {
        guard processes.counts.running == 0 else { return nil }
        return Problem(
            .noProcess, "No render process is running. See the log lines process_end.")
    }

    package func take(_ order: consuming WorkRequest, _ exchange: any ResponseWriter) {
        let queued = DispatchTime.now().uptimeNanoseconds
        // A small one is copied and counted sooner than it is handed to another thread.
        guard order.body.count > Self.maxInlineBody else {
            return submit(order, exchange, at: queued)
        }
        let held = WorkRequestHolder(order)
        admissions.async { [self] in
            guard let order = held.take(), !exchange.isCancelled else { return exchange.fail() }
            submit(order, exchange, at: queued)
        }
    }

    private func submit(
        _ order: consuming WorkRequest, _ exchange: any ResponseWriter, at queued: UInt64
    ) {
        let account = MemoryReservation(memory)
        if let problem = memory.refusal(of: order.body.count, account, now: queued) {
            return exchange.refuse(problem)
        }
        exchange.note { $0.account = account }
        let isSmall = order.body.count <= InProcessBackend.smallBytes
        let id = order.requestID
        let client = ResponseRelay(exchange, settings, queued: queued)
        let admission = processes.submit(
            PendingRequest(
                requestID: id, content: (consume order).packed, isSmall: isSmall, queued: queued,
                client: client))
        switch admission {
        case .accepted(let number):
            exchange.note { [processes] in $0.withdraw = { processes.withdraw(number) } }
            if exchange.isCancelled { processes.withdraw(number) }
        case .full: exchange.refuse(.queueFull(settings))
        case .closed: exchange.refuse(.draining)
        case .quarantined: exchange.refuse(.renderCrashed)
        }
    }
}
