import Dispatch
import Synchronization
import System

extension ProcessPool {
    package func submit(_ order: RenderOrder) -> Admission {
        let now = order.queued
        let isSuspicious = state.withLock { !$0.quarantine.isEmpty }
        if isSuspicious, let digest = Quarantine.digest(order.content),
            state.withLock({ $0.quarantine.holds(digest, now: now) })
        {
            state.withLock { $0.counts.condemned += 1 }
            return .condemned
        }
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.waiting.count >= settings.queue { return .full }
            repeat { state.numbers &+= 1 } while state.orders[state.numbers] != nil
            state.orders[state.numbers] = PlacedOrder(order)
            state.waiting.append(state.numbers)
            return .accepted(state.numbers)
        }
        dispatch()
        return admission
    }

    /// Nobody waits for the answer any more.
    package func withdraw(_ number: UInt32) {
        let client: (any OrderClient)? = state.withLock { state in
            guard let index = state.waiting.firstIndex(of: number) else { return nil }
            state.waiting.remove(at: index)
            return state.forget(number)?.order.client
        }
        if let client { client.end(.withdrawn) } else { cancel(number) }
    }

    func cancel(_ number: UInt32) {
        state.withLock { state in
            guard state.orders[number] != nil else { return }
            for seat in state.seats where seat.orders.contains(number) {
                if seat.process?.send(Frame(.cancel, number)) == false { seat.process?.kill() }
            }
        }
    }

    /// Ends the waiting of all that came at a time or before it.
    package func expire(queuedUpTo time: UInt64) {
        let clients: [any OrderClient] = state.withLock { state in
            let late = state.waiting.filter {
                state.orders[$0].map { $0.order.queued <= time } ?? true
            }
            state.waiting.removeAll { late.contains($0) }
            return late.compactMap { state.forget($0)?.order.client }
        }
        for client in clients { client.end(.waited) }
    }

    /// When the oldest of those that wait came.
    package var oldest: UInt64? {
        state.withLock { state in
            state.waiting.compactMap { state.orders[$0]?.order.queued }.min()
        }
    }

    /// Gives waiting orders to processes that have room.
    func dispatch() {
        state.withLock { state in
            var index = 0
            while index < state.waiting.count {
                let number = state.waiting[index]
                guard let order = state.orders[number] else {
                    state.waiting.remove(at: index)
                    continue
                }
                guard let line = state.line(for: order, number, settings) else {
                    index += 1
                    continue
                }
                state.waiting.remove(at: index)
                state.seats[line].add(number, order)
                state.orders[number]?.began = DispatchTime.now().uptimeNanoseconds
                if let process = state.seats[line].process {
                    send(order.order, number, to: process)
                }
                watch(&state)
            }
        }
    }

    /// All that a process has at once finds room in its socket.
    private static let mostInSocket = 8 << 10

    private func send(_ order: RenderOrder, _ number: UInt32, to process: RenderProcess) {
        let id = Array(order.requestID.utf8)
        guard order.content.count > Self.mostInSocket else {
            let frame = Frame(.order, number, facts: id, body: order.content)
            // What it cannot take it will never answer; its end gives the order to another.
            if !process.send(frame) { process.kill() }
            return
        }
        queue.async {
            // Where there are no files left, the socket has to do, and this waits for the process to read.
            let file = try? MemoryFile(order.content)
            let frame = Frame(.order, number, facts: id, body: file == nil ? order.content : [])
            if !process.send(frame, with: file, waits: file == nil) { process.kill() }
        }
    }

    // MARK: Time

    /// Looks every second, while there is work, for what should have ended by itself.
    private func watch(_ state: inout State) {
        guard !state.isWatching else { return }
        state.isWatching = true
        queue.asyncAfter(deadline: .now() + 1) { [self] in look() }
    }

    private func look() {
        let now = DispatchTime.now().uptimeNanoseconds
        let limit = UInt64(settings.hardSeconds * 1e9)
        state.withLock { state in
            state.isWatching = false
            for line in state.seats.indices where state.seats[line].verdict == nil {
                let late = state.seats[line].orders.filter { number in
                    state.orders[number].map { now > $0.began + limit } ?? false
                }
                guard let oldest = late.min(by: { state.began($0) < state.began($1) }) else {
                    continue
                }
                state.seats[line].verdict = .late
                state.seats[line].late = oldest
                state.seats[line].process?.kill()
            }
            if state.seats.contains(where: { !$0.orders.isEmpty }) { watch(&state) }
        }
    }
}
