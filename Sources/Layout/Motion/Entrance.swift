import Glibc
import Themes

/// How something that comes looks at a share of its time.
struct Entrance: Sendable, Equatable {
    var opacity = 1.0
    var scale = 1.0
    /// Points below its place.
    var drop = 0.0

    /// In its place.
    static let arrived = Entrance()

    private static let rise = 22.0

    init() {}

    /// - Parameters:
    ///   - share: 0 at its beginning, 1 once it is there.
    ///   - wasAnnounced: dots stood in its place.
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

    /// Fast first, then slow.
    static func eased(_ share: Double) -> Double {
        let rest = 1 - min(max(share, 0), 1)
        return 1 - rest * rest * rest
    }

    /// A little too far, and back.
    static func sprung(_ share: Double) -> Double {
        guard share < 1 else { return 1 }
        return 1 - exp(-6 * share) * cos(2 * .pi * 0.8 * share) * (1 - share)
    }
}
