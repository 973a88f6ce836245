import Basics
import Fonts
import Scene

/// The tiles that a worker has made with some codes. What they are depends only on what is drawn.
final class PlannedTiles {
    private struct Key: Hashable {
        /// What is drawn, by its address in memory, which `Kept` holds.
        let address: Int
        let columns: Range<Int>
        let word: UInt32
        let ground: UInt32
    }

    private struct Kept {
        let tile: PlannedTile
        let pixels: [UInt32]
        let stamp: ShapeMask?
    }

    let codes: PlannedCodes
    private var ownBytes = 0
    private var tiles: [Key: Kept] = [:]
    private var fonts: [ObjectIdentifier: LetterTiles] = [:]

    init(_ codes: PlannedCodes) { self.codes = codes }

    var bytes: Int { fonts.values.reduce(ownBytes) { $0 + $1.bytes } }

    func letters(of font: SizedFont) -> LetterTiles {
        if let known = fonts[ObjectIdentifier(font)] { return known }
        let made = LetterTiles(font, codes)
        fonts[ObjectIdentifier(font)] = made
        return made
    }

    /// A part of an outline; nil if there is no memory.
    func tile(
        _ stamp: ShapeMask, _ columns: Range<Int>, _ rows: Range<Int>, _ word: UInt32,
        on ground: UInt32
    ) -> PlannedTile? {
        let address = unsafe Int(bitPattern: Unmanaged.passUnretained(stamp).toOpaque())
        let key = Key(address: address, columns: columns, word: word, ground: ground)
        if let known = tiles[key] { return known.tile }
        let made = PlannedTile(
            .outline, width: columns.count, height: rows.count, on: ground, with: codes
        ) {
            $0.blend(
                word, stamp.coverage, from: rows.lowerBound * stamp.width + columns.lowerBound,
                coverageStride: stamp.width, columns: 0..<columns.count, rows: 0..<rows.count)
        }
        guard let made else { return nil }
        keep(Kept(tile: made, pixels: [], stamp: stamp), key)
        return made
    }

    /// An emoji; nil if there is no memory.
    func tile(_ bitmap: Bitmap, on ground: UInt32) -> PlannedTile? {
        let address = unsafe bitmap.pixels.withUnsafeBufferPointer {
            Int(bitPattern: $0.baseAddress)
        }
        let key = Key(address: address, columns: 0..<bitmap.width, word: 0, ground: ground)
        if let known = tiles[key] { return known.tile }
        let made = PlannedTile(
            .picture, width: bitmap.width, height: bitmap.height, on: ground, with: codes
        ) {
            for row in 0..<bitmap.height {
                $0.lay(bitmap.pixels, from: row * bitmap.width, count: bitmap.width, x: 0, y: row)
            }
        }
        guard let made else { return nil }
        keep(Kept(tile: made, pixels: bitmap.pixels, stamp: nil), key)
        return made
    }

    private func keep(_ kept: Kept, _ key: Key) {
        ownBytes += kept.tile.bytes + 200
        tiles[key] = kept
    }

    /// What was painted on a surface; nil if there is no memory.
    func tile(
        _ frame: PixelRect, of canvas: borrowing Canvas, on ground: UInt32
    ) -> PlannedTile? {
        var made: PlannedTile?
        unsafe canvas.withTarget { words, _, _, stride in
            let count = (frame.y.count - 1) * stride + frame.x.count
            let start = unsafe words + frame.y.lowerBound * stride + frame.x.lowerBound
            made = PlannedTile(
                .picture,
                unsafe Span(_unsafeElements: UnsafeBufferPointer(start: start, count: count)),
                stride: stride, width: frame.x.count, height: frame.y.count, on: ground, with: codes
            )
        }
        return made
    }
}

extension PlannedTile {
    fileprivate convenience init?(
        _ kind: Kind, width: Int, height: Int, on ground: UInt32, with codes: PlannedCodes,
        draw: (PixelTarget) -> Void
    ) {
        var pixels = [UInt32](repeating: ground, count: width * height)
        PixelTarget.on(&pixels, width: width, draw)
        self.init(
            kind, pixels.span, stride: width, width: width, height: height, on: ground, with: codes)
    }
}

/// A font's letters as tiles. Letters that touch are one tile.
final class LetterTiles {
    struct Placed {
        let number: Int
        /// The ground continues in the row below.
        let frame: PixelRect
    }

    /// The letters of a run at the surface's pixels, from left to right.
    struct Placement {
        fileprivate(set) var letters: [Placed] = []
        fileprivate(set) var frame = PixelRect(x: 0..<0, y: 0..<0)
        /// Whether none is above or below another.
        fileprivate(set) var areApart = true
        /// Whether there are not thousands of such letters.
        var mayRepeat: Bool { 4 * rare < letters.count + 4 }
        /// The number of ideographs, and of letters beyond the first few of one tile, as in handwriting.
        fileprivate var rare = 0

        fileprivate mutating func add(_ number: Int, _ frame: PixelRect) {
            // A mark may be at the left of the letter before its own.
            if let last = letters.last, last.frame.x.upperBound > frame.x.lowerBound {
                areApart = false
            }
            let own = PixelRect(x: frame.x, y: frame.y.lowerBound..<frame.y.upperBound + 1)
            self.frame = letters.isEmpty ? own : self.frame.union(own)
            letters.append(Placed(number: number, frame: own))
        }
    }

    private struct Key: Hashable {
        let previous: Int
        let glyph: UInt32
        let x: Int
        let y: Int
    }

    /// A letter after those that it touches. Places are relative to the first one's.
    private struct Letter {
        let previous: Int
        /// The number of letters up to this one.
        let count: Int
        let mask: GlyphMask
        let x: Int
        let y: Int
        let frame: PixelRect
    }

    private struct Ink: Hashable {
        let word: UInt32
        let ground: UInt32
    }

    private static let none = -1
    /// Words of handwriting are rarely drawn again.
    private static let maxTouching = 4

    private let font: SizedFont
    private let codes: PlannedCodes
    private var letters: [Letter] = []
    /// The numbers of letters that touch no other, by glyph.
    private var alone: [Int] = []
    private var numbers: [Key: Int] = [:]
    /// By the letters' numbers.
    private var tiles: [Ink: [PlannedTile?]] = [:]
    private(set) var bytes = 500

    init(_ font: SizedFont, _ codes: PlannedCodes) {
        self.font = font
        self.codes = codes
    }

    func placement(
        of glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point, scale: Double, offset: Int
    ) throws(FontFailure) -> Placement {
        var placement = Placement()
        placement.letters.reserveCapacity(glyphs.count)
        var (first, number) = ((x: 0, y: 0), Self.none)
        var frame = PixelRect(x: 0..<0, y: 0..<0)
        let large = 0.75 * font.pixelsPerEm
        // Local, because each access to a property of an object is checked.
        var (alone, letters) = (self.alone, self.letters)
        for glyph in glyphs {
            guard let x = GlyphMaskRun.pixel((origin.x + Double(glyph.x)) * scale),
                let row = GlyphMaskRun.pixel((origin.y + Double(glyph.y)) * scale)
            else { continue }
            let y = row - offset
            let id = Int(glyph.id)
            if id >= alone.count || alone[id] == Self.none {
                (alone, letters) = ([], [])
                try addAlone(id)
                (alone, letters) = (self.alone, self.letters)
            }
            let single = letters[alone[id]].frame
            guard !single.isEmpty else { continue }
            let own = single.moved(x, y)
            if Double(min(own.x.count, own.y.count)) > large { placement.rare += 1 }
            if number != Self.none {
                if own.x.lowerBound < frame.x.upperBound {
                    letters = []
                    number = try letter(
                        glyph.id, after: number, x: x - first.x, y: y - first.y)
                    letters = self.letters
                    frame = letters[number].frame.moved(first.x, first.y)
                    if letters[number].count > Self.maxTouching { placement.rare += 1 }
                    continue
                }
                placement.add(number, frame)
            }
            (first, number, frame) = ((x, y), alone[id], own)
        }
        if number != Self.none { placement.add(number, frame) }
        return placement
    }

    private func addAlone(_ glyph: Int) throws(FontFailure) {
        if glyph >= alone.count {
            let missing = glyph + 1 - alone.count
            alone += Array(repeating: Self.none, count: missing)
            bytes += 8 * missing
        }
        alone[glyph] = try letter(UInt32(glyph), after: Self.none, x: 0, y: 0)
    }

    private func letter(
        _ glyph: UInt32, after previous: Int, x: Int, y: Int
    ) throws(FontFailure) -> Int {
        let key = Key(previous: previous, glyph: glyph, x: x, y: y)
        if let known = numbers[key] { return known }
        let mask = try font.mask(glyph)
        var frame = PixelRect(x: 0..<mask.width, y: 0..<mask.height).moved(x + mask.x, y + mask.y)
        var count = 1
        if previous != Self.none {
            frame = frame.union(letters[previous].frame)
            count += letters[previous].count
        }
        letters.append(
            Letter(previous: previous, count: count, mask: mask, x: x, y: y, frame: frame))
        bytes += 200
        numbers[key] = letters.count - 1
        return letters.count - 1
    }

    /// Calls `body` with the tile of each letter, until there is no memory; returns false then.
    func forEachTile(
        of placed: ArraySlice<Placed>, _ word: UInt32, on ground: UInt32,
        _ body: (PlannedTile, PixelRect) -> Void
    ) -> Bool {
        let ink = Ink(word: word, ground: ground)
        var known = tiles.removeValue(forKey: ink) ?? []
        defer { tiles[ink] = known }
        if known.count < letters.count {
            let missing = letters.count - known.count
            known += Array(repeating: nil, count: missing)
            bytes += 8 * missing
        }
        for letter in placed {
            if let tile = known[letter.number] {
                body(tile, letter.frame)
            } else if let tile = tile(letter.number, word, on: ground) {
                bytes += tile.bytes
                known[letter.number] = tile
                body(tile, letter.frame)
            } else {
                return false
            }
        }
        return true
    }

    private func tile(_ number: Int, _ word: UInt32, on ground: UInt32) -> PlannedTile? {
        let frame = letters[number].frame
        let (width, height) = (frame.x.count, frame.y.count)
        let coverage = coverage(number)
        // Letters that touch are rarely drawn again: the search would take longer than it saves.
        let kind = letters[number].count > 1 ? PlannedTile.Kind.picture : .letter
        return PlannedTile(kind, width: width, height: height, on: ground, with: codes) {
            $0.blend(
                word, coverage, from: 0, coverageStride: width, columns: 0..<width,
                rows: 0..<height)
        }
    }

    private func coverage(_ number: Int) -> [UInt8] {
        let frame = letters[number].frame
        guard letters[number].previous != Self.none else { return letters[number].mask.coverage }
        var coverage = Coverage(columns: frame.x, rows: frame.y)
        var place = number
        while place != Self.none {
            let letter = letters[place]
            coverage.add(letter.mask, x: letter.x + letter.mask.x, y: letter.y + letter.mask.y)
            place = letter.previous
        }
        return coverage.bytes
    }
}

extension PixelRect {
    func moved(_ x: Int, _ y: Int) -> PixelRect {
        PixelRect(
            x: self.x.lowerBound + x..<self.x.upperBound + x,
            y: self.y.lowerBound + y..<self.y.upperBound + y)
    }
}
