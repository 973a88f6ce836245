import Scene

/// The link areas in texts, indexed by position because a message may have thousands of links.
struct LinkedAreas {
    private struct Band: Hashable {
        let url: String
        let number: Int
    }

    private static let bandHeight = 32.0

    private var frames: [Band: [Rect]] = [:]

    mutating func add(_ url: String, _ frame: Rect) {
        for number in Self.bands(of: frame) {
            frames[Band(url: url, number: number), default: []].append(frame)
        }
    }

    func contains(_ url: String, in area: Rect) -> Bool {
        Self.bands(of: area).contains { number in
            frames[Band(url: url, number: number)]?.contains { $0.intersects(area) } ?? false
        }
    }

    mutating func removeAll() { frames.removeAll(keepingCapacity: true) }

    private static func bands(of frame: Rect) -> ClosedRange<Int> {
        func band(_ y: Double) -> Int {
            y.isFinite ? Int(min(max(y / bandHeight, -1e9), 1e9).rounded(.down)) : 0
        }
        return band(frame.minY)...max(band(frame.minY), band(frame.maxY))
    }
}
