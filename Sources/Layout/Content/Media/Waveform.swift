/// The bars of a voice message, each from 0 to 1; empty if no samples are known.
struct Waveform: Sendable {
    let bars: [Float]

    /// Reduces any number of samples to `count` bars: each is the maximum of its section, relative
    /// to the maximum of all.
    init(samples: [Float], bars count: Int) {
        guard count > 0, !samples.isEmpty else {
            bars = []
            return
        }
        var bars = [Float](repeating: 0, count: count)
        if samples.count >= count {
            for (index, sample) in samples.enumerated() {
                let bar = index * count / samples.count
                bars[bar] = max(bars[bar], Waveform.loudness(sample))
            }
        } else {
            let last = Float(samples.count - 1)
            for bar in 0..<count {
                let place = count == 1 ? 0 : last * Float(bar) / Float(count - 1)
                let before = Int(place)
                let after = min(before + 1, samples.count - 1)
                let share = place - Float(before)
                bars[bar] =
                    Waveform.loudness(samples[before]) * (1 - share)
                    + Waveform.loudness(samples[after]) * share
            }
        }
        let loudest = bars.max() ?? 0
        self.bars = loudest > 0 ? bars.map { $0 / loudest } : bars
    }

    private static func loudness(_ sample: Float) -> Float {
        sample.isFinite ? min(abs(sample), 1e30) : 0
    }
}
