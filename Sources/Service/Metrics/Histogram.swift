/// Durations sorted into buckets, as Prometheus wants them.
struct Histogram: Sendable {
    /// Upper bounds in seconds: from a one-message picture to a very long document.
    static let bounds = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]

    private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0

    mutating func record(_ seconds: Double) {
        let bucket = Histogram.bounds.firstIndex { seconds <= $0 } ?? Histogram.bounds.count
        counts[bucket] += 1
        sum += seconds
    }
}
