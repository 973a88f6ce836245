import CPixels

/// A stripe that is compressed from a description of what is in it, by the encoder in `plan.h`.
/// Each worker keeps one.
@safe
package final class StripePlan {
    package let width: Int
    private let plan: OpaquePointer
    private var rows = 0

    /// Returns nil if rows are too wide, or if there is no memory.
    package init?(width: Int) {
        guard let plan = unsafe plan_create(width) else { return nil }
        unsafe self.plan = plan
        self.width = width
    }

    deinit { unsafe plan_destroy(plan) }

    /// Begins a stripe that is empty but for its ground. Colors are words `0xRRGGBB`.
    package func begin(rows: Int, ground: UInt32) {
        precondition(rows > 0)
        self.rows = rows
        unsafe plan_begin(plan, rows, ground)
    }

    /// Adds an area of one color on a ground of one color.
    ///
    /// - Parameters:
    ///   - rows: counted from the stripe's first; some may be outside of it.
    ///   - isOverTiles: whether tiles may be behind the area, at a cost for each of its rows.
    package func fill(
        _ columns: Range<Int>, _ rows: Range<Int>, _ color: UInt32, on ground: UInt32,
        isOverTiles: Bool = false
    ) {
        precondition(columns.lowerBound >= 0 && columns.upperBound <= width && !columns.isEmpty)
        unsafe plan_fill(
            plan, columns.lowerBound, columns.count, rows.lowerBound, rows.upperBound, color,
            ground, isOverTiles)
    }

    /// Adds a tile, which must live until `finish`. There must be one color behind it and in the row
    /// below, and nothing may be drawn over them later, unless it is an outline.
    ///
    /// - Parameters:
    ///   - row: the tile's row that is repeated.
    ///   - count: how often.
    package func place(
        _ tile: PlannedTile, x: Int, y: Int, repeating row: Int, by count: Int
    ) {
        precondition(x >= 0 && x + tile.width <= width && count >= 0 && row >= 0)
        unsafe plan_place(plan, tile.tile, x, y, row, count)
    }

    /// Compresses the stripe; nil if there is no memory.
    package func finish(with codes: PlannedCodes) -> CompressedStripe? {
        precondition(codes.width == width && rows > 0)
        let bound = unsafe plan_bound(plan)
        guard bound > 0 else { return nil }
        var bytes: [UInt8] = []
        let chunk = PNGChunk.begin("IDAT", in: &bytes)
        bytes += unsafe [UInt8](unsafeUninitializedCapacity: bound) { room, count in
            count = unsafe plan_write(plan, codes.table, room.baseAddress)
        }
        PNGChunk.end(chunk, in: &bytes)
        return CompressedStripe(
            chunks: bytes, checksum: Adler32(unsafe plan_checksum(plan)),
            count: rows * (1 + 3 * width), rows: rows)
    }
}

/// The codes of a plan's stripe: a function of colors and width alone, so that the codes of tiles
/// are found once.
@safe
package final class PlannedCodes {
    /// The color of letters and the one behind them.
    package struct Colors: Hashable {
        package let ink: UInt32
        package let ground: UInt32

        package init(ink: UInt32, ground: UInt32) {
            self.ink = ink
            self.ground = ground
        }
    }

    package let width: Int
    fileprivate let table: OpaquePointer

    /// Returns nil if rows are too wide, or if there is no memory.
    package init?(_ colors: [Colors], width: Int) {
        let pairs = colors.map { plan_colors(ink: $0.ink, ground: $0.ground) }
        guard let table = unsafe plan_table_create(pairs, pairs.count, width) else { return nil }
        unsafe self.table = table
        self.width = width
    }

    deinit { unsafe plan_table_destroy(table) }
}

/// Pixels on a ground of one color, with their codes.
@safe
package final class PlannedTile {
    package enum Kind {
        /// For many places, so that its codes are worth a search.
        case letter
        /// For one place.
        case picture
        /// Others may be in it where its pixels equal those above and below.
        case outline
    }

    package let width: Int
    fileprivate let tile: OpaquePointer

    /// Returns nil if the tile is empty or too large, or if there is no memory.
    package init?(
        _ kind: Kind, _ words: Span<UInt32>, stride: Int, width: Int, height: Int,
        on ground: UInt32, with codes: PlannedCodes
    ) {
        guard width > 0, height > 0 else { return nil }
        precondition(stride >= width && (height - 1) * stride + width <= words.count)
        let made = unsafe words.withUnsafeBufferPointer { words in
            unsafe plan_tile_create(
                codes.table, kind.value, words.baseAddress, stride, width, height, ground)
        }
        guard let tile = unsafe made else { return nil }
        unsafe self.tile = tile
        self.width = width
    }

    deinit { unsafe plan_tile_destroy(tile) }

    package var bytes: Int { unsafe plan_tile_bytes(tile) }
}

extension PlannedTile.Kind {
    fileprivate var value: plan_kind {
        switch self {
        case .letter: plan_letter
        case .picture: plan_picture
        case .outline: plan_outline
        }
    }
}
