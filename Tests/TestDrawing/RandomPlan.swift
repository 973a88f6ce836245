package import Basics

/// A stripe of random areas and tiles, as a plan and painted pixel by pixel.
package struct RandomPlan {
    private enum Item {
        case fill(Range<Int>, Range<Int>, UInt32, on: UInt32, isOverTiles: Bool)
        /// The tile with this number.
        case tile(Int, x: Int, y: Int, at: Int, more: Int)
    }

    private struct Tile {
        let words: [UInt32]
        let width: Int
        let ground: UInt32
        let kind: PlannedTile.Kind
        var height: Int { words.count / width }
    }

    package let width: Int
    package let rows: Int
    /// Opaque.
    package private(set) var words: [UInt32]
    /// Without the tiles over which only areas may be drawn.
    private var grounds: [UInt32]
    private var isTaken: [Bool]
    private var items: [Item] = []
    private var tiles: [Tile] = []

    /// - Parameter next: a random number below its argument.
    package init(width: Int, rows: Int, items count: Int, next: (Int) -> Int) {
        (self.width, self.rows) = (width, rows)
        words = Array(repeating: 0xFFEE_DDCC, count: width * rows)
        grounds = words
        isTaken = Array(repeating: false, count: width * rows)
        for _ in 0..<count {
            switch next(5) {
            case 0: addFill(next)
            case 1: addFill(next, isOverTiles: true)
            case 2 where !tiles.isEmpty: place(next(tiles.count), next)
            default: addTile(next)
            }
        }
    }

    /// The only color of the pixels, if nothing may not be drawn over.
    private func ground(_ columns: Range<Int>, _ rows: Range<Int>) -> UInt32? {
        let visible = rows.clamped(to: 0..<self.rows)
        guard !visible.isEmpty, columns.lowerBound >= 0, columns.upperBound <= width else {
            return nil
        }
        let color = words[visible.lowerBound * width + columns.lowerBound]
        for row in visible {
            for place in row * width + columns.lowerBound..<row * width + columns.upperBound
            where isTaken[place] || words[place] != color { return nil }
        }
        return color
    }

    private mutating func addFill(_ next: (Int) -> Int, isOverTiles: Bool = false) {
        let columns = 1 + next(width)
        let (x, y) = (next(width - columns + 1), next(rows + 8) - 8)
        let area = y..<y + 1 + next(isOverTiles ? 4 : rows)
        let places = area.clamped(to: 0..<rows).flatMap { row in
            row * width + x..<row * width + x + columns
        }
        let below = isOverTiles ? places.first.map { grounds[$0] } : ground(x..<x + columns, area)
        guard let below, places.allSatisfy({ grounds[$0] == below }) else { return }
        let color = Self.color(next)
        items.append(.fill(x..<x + columns, area, color, on: below, isOverTiles: isOverTiles))
        for place in places {
            words[place] = color
            grounds[place] = color
            isTaken[place] = isTaken[place] || isOverTiles
        }
    }

    private static func color(_ next: (Int) -> Int) -> UInt32 {
        [0xFF00_0000, 0xFFFF_FFFF, 0xFF0B_84FE, 0xFF00_0000 | UInt32(next(1 << 24))][next(4)]
    }

    private mutating func addTile(_ next: (Int) -> Int) {
        let (x, y) = (next(width), next(rows + 8) - 8)
        let columns = min(width - x, 1 + next([4, 20, 70][next(3)]))
        let height = 1 + next(24)
        guard let ground = ground(x..<x + columns, y..<y + height) else { return }
        var pixels = [UInt32](repeating: ground, count: columns * height)
        var color = ground
        for place in pixels.indices {
            // Runs along and across the rows, as in letters.
            switch next(8) {
            case 0: color = Self.color(next)
            case 1: color = ground
            case 2...4: if place >= columns { color = pixels[place - columns] }
            default: break
            }
            pixels[place] = color
        }
        tiles.append(
            Tile(
                words: pixels, width: columns, ground: ground,
                kind: [.letter, .picture, .outline][next(3)]))
        place(tiles.count - 1, x: x, y: y, next)
    }

    /// Mostly at the height of an earlier place.
    private mutating func place(_ number: Int, _ next: (Int) -> Int) {
        let earlier = items.compactMap { item -> Int? in
            guard case .tile(number, _, let y, _, _) = item else { return nil }
            return y
        }
        let y = earlier.isEmpty || next(4) == 0 ? next(rows) : earlier[next(earlier.count)]
        place(number, x: next(width), y: y, next)
    }

    private mutating func place(_ number: Int, x: Int, y: Int, _ next: (Int) -> Int) {
        let tile = tiles[number]
        let at = next(tile.height)
        let more = next(4) == 0 ? next(30) : 0
        let area = y..<y + tile.height + more
        // Its ground continues below a tile that is not an outline.
        let own = y..<area.upperBound + (tile.kind == .outline ? 0 : 1)
        guard ground(x..<x + tile.width, own) == tile.ground else { return }
        items.append(.tile(number, x: x, y: y, at: at, more: more))
        for row in area.clamped(to: 0..<rows) {
            let shown = row - y
            let source = shown <= at ? shown : max(at, shown - more)
            for column in 0..<tile.width {
                let place = row * width + x + column
                words[place] = tile.words[source * tile.width + column]
                if tile.kind == .outline { grounds[place] = words[place] }
            }
        }
        guard tile.kind != .outline else { return }
        for row in own.clamped(to: 0..<rows) {
            for column in x..<x + tile.width { isTaken[row * width + column] = true }
        }
    }

    package func compressed(
        _ colors: [PlannedCodes.Colors], by plan: StripePlan
    ) -> CompressedStripe? {
        guard let codes = PlannedCodes(colors, width: width) else { return nil }
        plan.begin(rows: rows, ground: 0xEE_DDCC)
        let made = tiles.compactMap {
            PlannedTile(
                $0.kind, $0.words.span, stride: $0.width, width: $0.width, height: $0.height,
                on: $0.ground, with: codes)
        }
        for item in items {
            switch item {
            case .fill(let columns, let rows, let color, let ground, let isOverTiles):
                plan.fill(columns, rows, color, on: ground, isOverTiles: isOverTiles)
            case .tile(let number, let x, let y, let at, let more):
                plan.place(made[number], x: x, y: y, repeating: at, by: more)
            }
        }
        return withExtendedLifetime(made) { plan.finish(with: codes) }
    }
}
