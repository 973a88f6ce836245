extension Settings {
    /// The memory for bodies that are being received, if `body_bytes` needs no more.
    private static let commonMemory = 256 << 20
    /// The memory of a request besides its body: its head, and received bytes not yet parsed.
    private static let overhead = 1 << 20
    private static let minBody = 64 << 10

    /// The memory for the bodies that are being received: at least one of the maximum size fits.
    package var requestMemory: Int {
        let wanted = max(Self.commonMemory, bodyBytes + Self.overhead)
        // Bodies are copied to render processes and then parsed, within the same limit.
        let share = MemoryBudget.limit(memoryBytes) / 4
        return min(wanted, memoryBytes > 0 ? share : max(share, Self.commonMemory))
    }

    var maxBody: (bytes: Int, setting: Setting) {
        let bytes = max(Self.minBody, requestMemory - Self.overhead)
        return bytes < bodyBytes ? (bytes, .memoryBytes) : (bodyBytes, .bodyBytes)
    }
}
