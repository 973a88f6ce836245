import CSockets

package enum SystemMemory {
    /// Lets all threads take from one heap. Called before there are threads: with a heap each, what
    /// a burst of large requests left in them was not given back (measured 146 MB after one that
    /// began at 77, and 85 after 84 with one heap).
    ///
    /// It keeps what the answers around take: given back and taken again with each of them, a
    /// picture of twenty messages cost a hundred page faults in every process that it went through.
    package static func useOneHeap() { memory_use_one_heap(16 << 20, 4 << 20) }

    /// Gives back to the system what was freed and is kept for later.
    package static func giveBack() { memory_trim() }
}
