import Dispatch

extension Batch {
    /// The counts of a run.
    struct Tally: Sendable {
        var done = 0
        var skipped = 0
        var failed = 0
        /// The number of all jobs, if known beforehand.
        var all: Int?
        let began = DispatchTime.now().uptimeNanoseconds
        /// The time of the last progress line.
        var lastShown: UInt64 = 0

        init(all: Int?) { self.all = all }

        var text: String {
            let skips = skipped > 0 ? ", \(skipped) skipped" : ""
            let faults = failed > 0 ? ", \(failed) failed" : ""
            return "\(done) rendered" + skips + faults
        }

        /// A progress line with the speed and the estimated remaining time.
        func progress(now: UInt64) -> String {
            let seconds = Double(now - began) / 1e9
            let ended = done + skipped + failed
            guard seconds > 0, ended > 0 else { return text }
            let pace = Double(ended) / seconds
            let left = all.map { ", " + Count.left(Double(max(0, $0 - ended)) / pace) } ?? ""
            let count = all.map { " of \($0)" } ?? ""
            return "\(ended)\(count): \(text), \((pace * 10).rounded() / 10) a second" + left
        }
    }
}
