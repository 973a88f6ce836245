import Dispatch
import Foundation
import Synchronization
package import Typesetting

/// One thread a core, each with a worker of its own, and a bounded queue of jobs in front of them.
///
/// A large job shares its parts with idle workers. Between two parts a worker lets one small job go
/// first, so that nobody waits for somebody else's hundred thousand messages.
package final class WorkerPool: Sendable {
    /// What came of offering a job.
    package enum Admission: Sendable { case accepted, full, closed }

    private struct Job: Sendable {
        let isSmall: Bool
        let run: @Sendable (Worker) -> Void
    }

    private struct State: Sendable {
        var jobs: [Job] = []
        var groups: [PartGroup] = []
        var busy = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let capacity: Int
    package let size: Int

    /// - Parameter capacity: how many jobs may wait.
    package init(size: Int, capacity: Int, fonts: FontTable) throws(WorkerFailure) {
        self.size = max(1, size)
        self.capacity = capacity
        // Made once here, so that a machine that cannot draw is found out at the start.
        _ = try Worker(fonts: fonts)
        let started = DispatchSemaphore(value: 0)
        for number in 0..<self.size {
            let thread = Thread { [self] in
                guard let worker = try? Worker(fonts: fonts) else { return }
                started.signal()
                serve(worker)
            }
            thread.name = "worker-\(number)"
            thread.stackSize = 8 << 20
            thread.start()
        }
        // A thread that the system refuses is not told of; jobs would wait for it for ever.
        for _ in 0..<self.size {
            guard started.wait(timeout: .now() + 10) == .success else { throw .threads }
        }
    }

    package var queued: Int { state.withLock { $0.jobs.count } }
    package var busy: Int { state.withLock { $0.busy } }

    package func submit(isSmall: Bool, _ run: @escaping @Sendable (Worker) -> Void) -> Admission {
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.jobs.count >= capacity { return .full }
            state.jobs.append(Job(isSmall: isSmall, run: run))
            return .accepted
        }
        if case .accepted = admission { wake.signal() }
        return admission
    }

    /// Threads end once the queue is empty.
    package func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<size { wake.signal() }
    }

    /// Runs `body` for every index below `count`, on the caller's worker and on idle ones; returns when
    /// all are done.
    package func forEach(
        _ count: Int, on worker: Worker, _ body: @escaping @Sendable (Int, Worker) -> Void
    ) {
        guard count > 1, size > 1 else {
            for index in 0..<count {
                runSmallJob(on: worker)
                body(index, worker)
            }
            return
        }
        let group = PartGroup(count: count, body: body)
        state.withLock { $0.groups.append(group) }
        for _ in 0..<min(size - 1, count - 1) { wake.signal() }
        while group.runNext(on: worker) { runSmallJob(on: worker) }
        state.withLock { state in state.groups.removeAll { $0 === group } }
        group.waitForOthers()
    }

    /// Makes a value for every index below `count`, as above, and delivers them in order on the caller's
    /// thread, each as soon as it is its turn. Nobody makes more than `ahead` of them in advance.
    package func forEach<Value: Sendable, Failure: Error>(
        _ count: Int, on worker: Worker, ahead: Int,
        make: @escaping @Sendable (Int, Worker) -> Value,
        deliver: (Value) throws(Failure) -> Void
    ) throws(Failure) {
        guard count > 1, size > 1 else {
            for index in 0..<count {
                runSmallJob(on: worker)
                try deliver(make(index, worker))
            }
            return
        }
        let made = Slots<Value>(ahead)
        let group = PartGroup(count: count, limit: ahead) { index, worker in
            made.put(make(index, worker), at: index % ahead)
        }
        state.withLock { $0.groups.append(group) }
        defer {
            group.close()
            state.withLock { state in state.groups.removeAll { $0 === group } }
            group.waitForOthers()
        }
        for _ in 0..<min(size - 1, count - 1) { wake.signal() }
        for index in 0..<count {
            var value = made.take(index % ahead)
            while value == nil {
                if group.runNext(on: worker) {
                    runSmallJob(on: worker)
                } else {
                    group.waitForProgress()
                }
                value = made.take(index % ahead)
            }
            // Room for the next before the delivery, which may take its time.
            if group.allow(index + 1 + ahead) { wake.signal() }
            if let value { try deliver(value) }
        }
    }

    private func serve(_ worker: Worker) {
        while true {
            wake.wait()
            while runJob(on: worker) || helpOut(worker) {}
            if state.withLock({ $0.isClosed && $0.jobs.isEmpty }) { return }
        }
    }

    private func runJob(on worker: Worker) -> Bool {
        let job: Job? = state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            state.busy += 1
            return state.jobs.removeFirst()
        }
        guard let job else { return false }
        // A small job lets nobody pass: under load it would wait for all that came after it.
        worker.stepsAside = !job.isSmall
        job.run(worker)
        worker.stepsAside = false
        state.withLock { $0.busy -= 1 }
        return true
    }

    private func helpOut(_ worker: Worker) -> Bool {
        guard let group = state.withLock({ $0.groups.first { $0.offersPart } }) else {
            return false
        }
        return group.runNext(on: worker)
    }

    private func runSmallJob(on worker: Worker) {
        guard worker.stepsAside else { return }
        let job: Job? = state.withLock { state in
            guard let index = state.jobs.firstIndex(where: \.isSmall) else { return nil }
            return state.jobs.remove(at: index)
        }
        guard let job else { return }
        worker.stepsAside = false
        job.run(worker)
        worker.stepsAside = true
    }
}
