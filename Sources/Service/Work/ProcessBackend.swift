package import Basics
import Dispatch
import HTTP
package import Isolation
import Rendering

/// Renders requests in render processes. The front process never parses a body.
package final class ProcessBackend: RenderBackend {
    private let processes: ProcessPool
    private let settings: Settings
    private let memory: MemoryBudget
    /// The queue for measuring memory for large bodies, so that no connection waits for it.
    private let admissions = DispatchQueue(label: "admissions")

    private static let maxInlineBody = 32 << 10

    package init(_ processes: ProcessPool, settings: Settings, memory: MemoryBudget) {
        self.processes = processes
        self.settings = settings
        self.memory = memory
    }

    package var load: WorkLoad {
        let counts = processes.counts
        let memory = counts.processes.reduce(0) {
            $0 + (ProcessMemory.usedAlone(by: $1)?.resident ?? 0)
        }
        return WorkLoad(
            queued: counts.queued, busy: counts.busy,
            workers: counts.running * processes.settings.small,
            processes: WorkLoad.ProcessLoad(
                running: counts.running, memory: memory,
                seconds: counts.processes.reduce(0) {
                    $0 + (ProcessTimes(of: "\($1)")?.used ?? 0)
                }, starts: counts.starts, ends: counts.ends,
                retries: counts.retries, quarantined: counts.quarantined))
    }

    package var trouble: Explanation? {
        guard processes.counts.running == 0 else { return nil }
        return Explanation(
            .noProcess, "No render process is running. See the log lines process_end.")
    }

    package func take(_ request: consuming WorkRequest, _ writer: any ResponseWriter) {
        let queued = DispatchTime.now().uptimeNanoseconds
        // Admitting a small body takes less time than waking another thread.
        guard request.body.count > Self.maxInlineBody else {
            return submit(request, writer, at: queued)
        }
        admissions.async { [self, request = copy request] in
            guard !writer.isCanceled else { return writer.fail() }
            submit(request, writer, at: queued)
        }
    }

    private func submit(_ request: WorkRequest, _ writer: any ResponseWriter, at queued: UInt64) {
        let reservation = MemoryReservation(memory)
        if let problem = memory.refusal(of: request.body.count, reservation, now: queued) {
            return writer.refuse(problem)
        }
        writer.note { $0.reservation = reservation }
        let admission = processes.submit(
            PendingRequest(
                requestID: request.requestID, head: request.packedHead, body: request.body,
                isSmall: request.isSmall, queued: queued,
                client: ResponseRelay(writer, settings, queued: queued)))
        switch admission {
        case .accepted(let number):
            writer.note { [processes] in $0.withdraw = { processes.withdraw(number) } }
            if writer.isCanceled { processes.withdraw(number) }
        case .full: writer.refuse(.queueFull(settings))
        case .closed: writer.refuse(.draining)
        case .quarantined: writer.refuse(.renderCrashed)
        }
    }
}
