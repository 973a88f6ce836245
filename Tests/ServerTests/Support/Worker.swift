import Dispatch

/// Work outside the event loop, like that of a renderer.
enum Worker {
    static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: work)
    }
}
