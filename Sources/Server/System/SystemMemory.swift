import CSockets

package enum SystemMemory {
    /// Gives back to the system what was freed and is kept for later.
    package static func giveBack() { memory_trim() }
}
