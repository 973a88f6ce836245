/// What one thread owns and never shares: fonts, shaped-text caches and a surface to paint on stay warm
/// from one job to the next.
package final class Worker {
    /// Whether a small job already runs in the middle of a large one; one step aside is enough.
    var hasSteppedAside = false

    package init() {}
}
