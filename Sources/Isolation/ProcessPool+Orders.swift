import Dispatch
import Synchronization
import System

extension ProcessPool {
    package func submit(_ order: PendingRequest) -> Admission {
        let now = order.queued
        let isSuspicious = state.withLock { !$0.quarantine.isEmpty }
        if isSuspicious, let digest = Quarantine.digest(order.content),
            state.withLock({ $0.quarantine.holds(digest, now: now) })
        {
            state.withLock { $0.counts.quarantined += 1 }
            return .quarantined
        }
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.waiting.count >= settings.queue { return .full }
            repeat { state.numbers &+= 1 } while state.orders[state.numbers] != nil
            state.orders[state.numbers] = TrackedRequest(order)
            state.waiting.append(state.numbers)
            return .accepted(state.numbers)
        }
        dispatch()
        return admission
    }

    /// Nobody waits for the answer any more.
    package func withdraw(_ number: UInt32) {
        let client: (any PoolClient)? = state.withLock { state in
            guard let index = state.waiting.firstIndex(of: number) else { return nil }
            state.waiting.remove(at: index)
            return state.forget(number)?.order.client
        }
        if let client { client.end(.withdrawn) } else { cancel(number) }
    }

    func cancel(_ number: UInt32) {
        state.withLock { state in
            guard state.orders[number] != nil else { return }
            state.orders[number]?.isWithdrawn = true
            for seat in state.seats where seat.orders.contains(number) {
                if seat.process?.send(Frame(.cancel, number)) == false { seat.process?.kill() }
            }
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
                order.order.client.began()
                if let process = state.seats[line].process {
                    send(order.order, number, to: process)
                }
            }
            if !state.orders.isEmpty { watch(&state) }
        }
    }

    private func send(_ order: PendingRequest, _ number: UInt32, to process: RenderProcess) {
        let id = Array(order.requestID.utf8)
        guard id.count + order.content.count > PacketSocket.maxBody else {
            let frame = Frame(.order, number, facts: id, body: order.content)
            // What it cannot take it will never answer; its end gives the order to another.
            if !process.hand(frame) { process.kill() }
            return
        }
        queue.async {
            // Where there are no files left, the socket has to do, and this waits for the process
            // to read.
            let file = try? MemoryFile(order.content)
            let frame = Frame(.order, number, facts: id, body: file == nil ? order.content : [])
            if !process.send(frame, with: file, waits: file == nil) { process.kill() }
        }
    }

    // MARK: Time

    /// Looks now and then, while there is work, for what should have ended by itself, and for who
    /// has waited too long.
    private func watch(_ state: inout State) {
        guard !state.isWatching else { return }
        state.isWatching = true
        queue.asyncAfter(deadline: .now() + min(1, settings.queueSeconds)) { [self] in look() }
    }

    private func look() {
        let now = DispatchTime.now().uptimeNanoseconds
        let waited: [any PoolClient] = state.withLock { state in
            state.isWatching = false
            state.endLate(now: now, settings)
            let late = state.waiting.filter { number in
                state.orders[number].map {
                    now > $0.waiting + UInt64(settings.queueSeconds * 1e9)
                } ?? true
            }
            state.waiting.removeAll { late.contains($0) }
            let clients = late.compactMap { state.forget($0)?.order.client }
            if !state.orders.isEmpty { watch(&state) }
            return clients
        }
        for client in waited { client.end(.waited) }
    }
}
