import Dispatch

/// The lock for drawing with cairo: one conversation at a time per process.
///
/// Version 1.16 opens fonts in a FreeType library that all threads share, outside of its own lock.
/// It also evicts glyphs from its cache by locking another thread's fonts while that thread waits
/// for the cache. Two threads that draw at the same time crash or deadlock.
package enum CairoLock {
    private static let free = DispatchSemaphore(value: 1)

    /// - Parameter drawing: must not leave any cairo object behind, because releasing a font is no
    ///   safer than opening it.
    package static func hold<Failure: Error>(
        _ drawing: () throws(Failure) -> Void
    ) throws(Failure) {
        free.wait()
        defer { free.signal() }
        try drawing()
    }
}
