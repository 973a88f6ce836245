import Dispatch

/// The lock for drawing with cairo: one conversation at a time in a process.
///
/// Version 1.16 opens fonts in a FreeType library that all threads share, outside of its own lock,
/// and makes room in its store of letters by taking another thread's lock while that thread waits
/// for the store's: two that draw at once crash, or wait for one another for ever.
package enum CairoLock {
    private static let free = DispatchSemaphore(value: 1)

    /// - Parameter drawing: leaves nothing of cairo behind: to let go of a font is no safer than to
    ///   open it.
    package static func hold<Failure: Error>(
        _ drawing: () throws(Failure) -> Void
    ) throws(Failure) {
        free.wait()
        defer { free.signal() }
        try drawing()
    }
}
