import Glibc
import Themes

struct Entrance: Sendable, Equatable {
    var opacity = 1.0
    var scale = 1.0
    /// The distance below its final position, in points.
    var drop = 0.0

    static let arrived = Entrance()

    private static let rise = 22.0

    init() {}

    /// - Parameters:
    ///   - share: the elapsed share of the entrance, from 0 to 1.
    ///   - wasAnnounced: whether typing dots were shown in the row's place before.
    init(_ kind: MotionStyle.Entrance, at share: Double, wasAnnounced: Bool) {
        guard share < 1 else { return }
        switch kind {
        case .none: break
        case .fade: opacity = wasAnnounced ? 0.4 + 0.6 * share : share
        case .slide:
            guard !wasAnnounced else { break }
            opacity = min(1, 0.2 + 2 * share)
            drop = Self.rise * (1 - Self.eased(share))
        case .spring:
            opacity = wasAnnounced ? 1 : min(1, 0.2 + 3 * share)
            let from = wasAnnounced ? 0.85 : 0.5
            scale = from + (1 - from) * Self.sprung(share)
        }
    }

    /// Fast at first, then slower.
    static func eased(_ share: Double) -> Double {
        let rest = 1 - min(max(share, 0), 1)
        return 1 - rest * rest * rest
    }

    /// Overshoots slightly and returns.
    static func sprung(_ share: Double) -> Double {
        guard share < 1 else { return 1 }
        return 1 - exp(-6 * share) * cos(2 * .pi * 0.8 * share) * (1 - share)
    }
}
