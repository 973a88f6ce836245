import Dispatch

/// Work beside the loop, as a renderer's would be.
enum Worker {
    static func run(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: work)
    }
}
