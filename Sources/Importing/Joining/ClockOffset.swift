import Basics
import Model

/// What has to be added to the times of a source, estimated from messages that occur once in both.
struct ClockOffset {
    /// The times at which an offset begins, in milliseconds of the source, with the offset.
    private var stretches: [(from: Int64, milliseconds: Int64)] = [(.min, 0)]
    /// Whether the source exchanged day and month.
    private(set) var isSwapped = false

    /// Two times of one message are at most this far apart.
    static let tolerance: Int64 = 90_000

    /// In seconds, each once, in the order of their beginning.
    var offsets: [Int] {
        var offsets: [Int] = []
        for stretch in stretches {
            let seconds = Int(stretch.milliseconds / 1_000)
            if !offsets.contains(seconds) { offsets.append(seconds) }
        }
        return offsets == [0] ? [] : offsets
    }

    /// - Parameter pairs: the times of the same message, here and in the source.
    init(_ pairs: [(here: Int64, there: Int64)]) {
        let plain = Clusters(pairs)
        let swapped = Clusters(pairs.map { ($0.here, Self.swapped($0.there)) })
        isSwapped = plain.largest * 2 < pairs.count && swapped.largest > plain.largest * 2
        let clusters = isSwapped ? swapped : plain
        guard !clusters.centers.isEmpty else { return }
        stretches = clusters.stretches
    }

    init() {}

    func adjusted(_ moment: Moment?) -> Moment? { moment.map { adjusted($0) } }

    func adjusted(_ moment: Moment) -> Moment {
        guard isSwapped || stretches.count > 1 || stretches[0].milliseconds != 0 else {
            return moment
        }
        return Moment(milliseconds: adjusted(moment.milliseconds), offset: moment.offset)
    }

    func adjusted(_ time: Int64) -> Int64 {
        let time = isSwapped ? Self.swapped(time) : time
        let next = stretches.partitionPoint { $0.from > time }
        return time.addingReportingOverflow(stretches[max(next, 1) - 1].milliseconds).partialValue
    }

    /// The other times that the source's clock may have meant near the change of an offset.
    func alternatives(_ time: Int64) -> [Int64] {
        guard stretches.count > 1 else { return [] }
        let time = isSwapped ? Self.swapped(time) : time
        return stretches.map { time.addingReportingOverflow($0.milliseconds).partialValue }
    }

    /// Exchanges day and month, where that is a date.
    private static func swapped(_ time: Int64) -> Int64 {
        var civil = CivilTime(milliseconds: time)
        guard civil.day <= 12, (0...9_999).contains(civil.year) else { return time }
        (civil.day, civil.month) = (civil.month, civil.day)
        return civil.milliseconds
    }

    /// For a warning: `+2 h`, `−1 h 30 min`.
    static func text(_ seconds: Int) -> String {
        let (whole, sign) = (abs(seconds), seconds < 0 ? "−" : "+")
        let parts = [(whole / 3_600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return sign + (words.isEmpty ? "0 s" : words.joined(separator: " "))
    }

    /// The differences of times that many messages share.
    private struct Clusters {
        private(set) var centers: [Int64] = []
        private(set) var largest = 0
        private(set) var stretches: [(from: Int64, milliseconds: Int64)] = []

        private static let maxClusters = 6

        init(_ pairs: [(here: Int64, there: Int64)]) {
            var rest = pairs.map { $0.here.subtractingReportingOverflow($0.there).partialValue }
            rest.sort()
            while centers.count < Self.maxClusters, let best = Self.densest(rest) {
                let enough = centers.isEmpty ? 1 : max(3, pairs.count / 50)
                guard best.count >= enough else { break }
                if centers.isEmpty { largest = best.count }
                centers.append(Self.rounded(rest[best.lowerBound + best.count / 2]))
                rest.removeSubrange(best)
            }
            stretches = Self.stretches(pairs, centers)
        }

        /// The range of sorted values that lie within twice the tolerance, with most values.
        private static func densest(_ values: [Int64]) -> Range<Int>? {
            var best = 0..<0
            var start = 0
            for end in values.indices {
                while values[end].subtractingReportingOverflow(values[start]).partialValue
                    > 2 * ClockOffset.tolerance
                { start += 1 }
                if end + 1 - start > best.count { best = start..<(end + 1) }
            }
            return best.nonEmpty
        }

        /// Zones differ by quarters of an hour; clocks of phones and networks by a few seconds.
        private static func rounded(_ difference: Int64) -> Int64 {
            let quarter: Int64 = 900_000
            let whole = Int64((Double(difference) / Double(quarter)).rounded()) * quarter
            return abs(difference - whole) <= ClockOffset.tolerance ? whole : difference
        }

        /// The offset from each time on. A single message does not change it.
        private static func stretches(
            _ pairs: [(here: Int64, there: Int64)], _ centers: [Int64]
        ) -> [(from: Int64, milliseconds: Int64)] {
            guard let first = centers.first else { return [] }
            guard centers.count > 1 else { return [(.min, first)] }
            var runs: [(from: Int64, milliseconds: Int64, count: Int)] = []
            for pair in pairs.sorted(by: { $0.there < $1.there }) {
                let difference = pair.here - pair.there
                let near = centers.first { abs(difference - $0) <= 2 * ClockOffset.tolerance }
                guard let near else { continue }
                if let last = runs.indices.last, runs[last].milliseconds == near {
                    runs[last].count += 1
                } else {
                    runs.append((pair.there, near, 1))
                }
            }
            var stretches: [(from: Int64, milliseconds: Int64)] = []
            for run in runs where run.count >= 3 || runs.count == 1 {
                if stretches.last?.milliseconds == run.milliseconds { continue }
                stretches.append((stretches.isEmpty ? .min : run.from, run.milliseconds))
            }
            return stretches.isEmpty ? [(.min, first)] : stretches
        }
    }
}
