import Dispatch

/// A sendable handle of a loop or connection, which runs work on its queue.
///
/// Unchecked because the compiler does not know which state belongs to a queue: Dispatch on Linux
/// has no `DispatchSerialQueue` that is an actor's executor. The object is used only by closures
/// submitted to its queue; a loop also checks the queue itself (`EventLoop.enter()`).
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

    /// Must not be called on the queue itself.
    func sync(_ body: (Value) -> Void) {
        queue.sync { body(value) }
    }

    func async(after milliseconds: Int, _ body: @escaping @Sendable (Value) -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { body(value) }
    }
}
