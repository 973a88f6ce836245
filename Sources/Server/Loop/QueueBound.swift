import Dispatch

/// A loop or a connection as others know it: they may carry it anywhere, and send work to it.
///
/// Unchecked, because the compiler does not know what belongs to a queue: Linux's Dispatch has no
/// queue that is an actor's executor (`DispatchSerialQueue`), which would tell it. What it holds is
/// reached by the closures that this gives to that queue, and nowhere else; a loop also looks for
/// itself whether it is there (`EventLoop.enter()`).
struct QueueBound<Value: AnyObject>: @unchecked Sendable {
    private let value: Value
    private let queue: DispatchQueue

    init(_ value: Value, to queue: DispatchQueue) {
        self.value = value
        self.queue = queue
    }

    func async(_ body: @escaping @Sendable (Value) -> Void) {
        queue.async { body(value) }
    }

    /// Never called on the queue itself.
    func sync(_ body: (Value) -> Void) {
        queue.sync { body(value) }
    }

    func async(after milliseconds: Int, _ body: @escaping @Sendable (Value) -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { body(value) }
    }
}
