import Dispatch
import Synchronization
import System

extension ProcessPool {
    package func submit(_ request: PendingRequest) -> Admission {
        let isSuspicious = state.withLock { !$0.quarantine.isEmpty }
        if isSuspicious, let digest = Quarantine.digest(request),
            state.withLock({ $0.quarantine.holds(digest, now: request.queued) })
        {
            state.withLock { $0.counts.quarantined += 1 }
            return .quarantined
        }
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.waiting.count >= settings.queue { return .full }
            repeat { state.numbers &+= 1 } while state.requests[state.numbers] != nil
            state.requests[state.numbers] = request
            state.waiting.append(state.numbers)
            return .accepted(state.numbers)
        }
        dispatch()
        return admission
    }

    /// Removes a request whose client no longer waits, or cancels it if a process has it.
    package func withdraw(_ number: UInt32) {
        let client: (any PoolClient)? = state.withLock { state in
            guard let index = state.waiting.firstIndex(of: number) else { return nil }
            state.waiting.remove(at: index)
            return state.forget(number)?.client
        }
        if let client { client.end(.withdrawn) } else { cancel(number) }
    }

    func cancel(_ number: UInt32) {
        state.withLock { state in
            guard state.requests[number] != nil else { return }
            state.requests[number]?.isWithdrawn = true
            for slot in state.slots where slot.requests.contains(number) {
                if slot.process?.send(Frame(.cancel, number)) == false { slot.process?.kill() }
            }
        }
    }

    /// Sends waiting requests to processes that have room.
    func dispatch() {
        state.withLock { state in
            var index = 0
            while index < state.waiting.count {
                let number = state.waiting[index]
                guard let request = state.requests[number] else {
                    state.waiting.remove(at: index)
                    continue
                }
                guard let slot = state.slot(for: request, number, settings) else {
                    index += 1
                    continue
                }
                state.waiting.remove(at: index)
                state.slots[slot].add(number, isSmall: request.isSmall)
                state.requests[number]?.began = DispatchTime.now().uptimeNanoseconds
                request.client.began()
                if let process = state.slots[slot].process {
                    send(request, number, to: process, at: slot)
                }
            }
            if !state.requests.isEmpty { watch(&state) }
        }
    }

    /// Kills a process that cannot take the request, so that another process gets the request.
    private func send(
        _ request: PendingRequest, _ number: UInt32, to process: RenderProcess, at slot: Int
    ) {
        let frame = Frame(.request, number, facts: request.facts, body: request.body[...])
        guard frame.facts.count + frame.body.count > PacketSocket.maxBody else {
            if !process.sendPacket(frame) { process.kill() }
            return
        }
        queue.async { [self] in
            do throws(SystemError) {
                let file = try MemoryFile(frame.facts, request.body)
                if !process.send(frame, in: file) { process.kill() }
            } catch {
                // No descriptor is left for the file. Sending the request itself could block until
                // the process reads, so the request waits for a descriptor instead.
                takeBack(number, from: process, at: slot)
            }
        }
    }

    /// Moves a request that its process has not received back to the front of the queue.
    private func takeBack(_ number: UInt32, from process: RenderProcess, at slot: Int) {
        let withdrawn: (any PoolClient)? = state.withLock { state in
            guard state.slots[slot].process === process,
                state.slots[slot].requests.contains(number),
                let request = state.requests[number]
            else { return nil }
            state.slots[slot].remove(number, isSmall: request.isSmall)
            if request.isWithdrawn { return state.forget(number)?.client }
            state.waiting.insert(number, at: 0)
            return nil
        }
        withdrawn?.end(.withdrawn)
    }

    // MARK: Time

    /// Schedules the next check for requests that exceeded their time, unless one is scheduled.
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
                state.requests[number].map {
                    now > $0.queued + UInt64(settings.queueSeconds * 1e9)
                } ?? true
            }
            state.waiting.removeAll { late.contains($0) }
            let clients = late.compactMap { state.forget($0)?.client }
            if !state.requests.isEmpty { watch(&state) }
            return clients
        }
        for client in waited { client.end(.waited) }
        // A request that found no descriptor is tried again.
        dispatch()
    }
}
