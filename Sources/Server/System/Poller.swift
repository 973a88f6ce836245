import CSockets
import Glibc

/// Waits for many sockets at once (epoll).
@safe struct Poller: ~Copyable {
    struct Event {
        let token: UInt64
        let flags: UInt32
    }

    private let descriptor: Descriptor
    private var ready = unsafe [epoll_event](repeating: epoll_event(), count: 256)

    init() throws(SystemError) {
        descriptor = try Descriptor(poller_open(), from: "epoll_create1")
    }

    borrowing func add(_ number: Int32, flags: UInt32, token: UInt64) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = flags
        unsafe event.data.u64 = token
        guard unsafe epoll_ctl(descriptor.number, EPOLL_CTL_ADD, number, &event) == 0 else {
            throw SystemError("epoll_ctl")
        }
    }

    borrowing func remove(_ number: Int32) {
        var event = unsafe epoll_event()
        _ = unsafe epoll_ctl(descriptor.number, EPOLL_CTL_DEL, number, &event)
    }

    /// Waits for at most so many milliseconds, for ever when negative, and returns how many events
    /// there are.
    mutating func wait(milliseconds: Int) -> Int {
        let timeout = Int32(clamping: milliseconds)
        let number = descriptor.number
        let count = unsafe ready.withUnsafeMutableBufferPointer { events in
            unsafe epoll_wait(number, events.baseAddress, Int32(events.count), timeout)
        }
        // Interrupted by a signal: nothing is ready, and the caller comes round again.
        return max(0, Int(count))
    }

    borrowing func event(_ index: Int) -> Event {
        unsafe Event(token: ready[index].data.u64, flags: ready[index].events)
    }
}
