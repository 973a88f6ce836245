import Foundation
package import Scene

/// A painted picture with access to single pixels.
package struct Pixels: Equatable {
    package let width: Int
    package let height: Int
    /// `0xAARRGGBB`, premultiplied.
    package let words: [UInt32]

    package init(width: Int, height: Int, words: [UInt32]) {
        self.width = width
        self.height = height
        self.words = words
    }

    /// Without the padding between the rows.
    package static func append(
        _ pixels: Span<UInt32>, rows: Int, _ width: Int, _ stride: Int, to words: inout [UInt32]
    ) {
        for row in 0..<rows {
            for x in 0..<width { words.append(pixels[row * stride + x]) }
        }
    }

    package subscript(x: Int, y: Int) -> UInt32 { words[y * width + x] }

    /// Without alpha, which is unused in opaque pictures.
    package func color(_ x: Int, _ y: Int) -> Color {
        let word = self[x, y]
        return Color(UInt8(word >> 16 & 0xFF), UInt8(word >> 8 & 0xFF), UInt8(word & 0xFF))
    }

    /// For a failure message.
    package func firstDifference(from other: Pixels) -> String? {
        guard width == other.width, height == other.height else { return "size" }
        guard let place = words.indices.first(where: { words[$0] != other.words[$0] }) else {
            return nil
        }
        return "\(place % width), \(place / width): \(String(words[place], radix: 16)) "
            + "for \(String(other.words[place], radix: 16))"
    }
}

/// Both pictures have the same size.
package struct PixelDifference {
    /// The greatest difference in any channel, in steps of 255.
    package private(set) var greatest = 0
    /// The share of pixels that differ by more than one step, which rounding explains.
    package let shareApart: Double
    /// The mean difference of a channel.
    package let mean: Double

    package init(_ left: [UInt32], _ right: [UInt32]) {
        var (apart, sum) = (0, 0)
        for (a, b) in zip(left, right) where a != b {
            var most = 0
            for shift in [0, 8, 16] as [UInt32] {
                let difference = abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
                most = max(most, difference)
                sum += difference
            }
            greatest = max(greatest, most)
            if most > 1 { apart += 1 }
        }
        let count = Double(max(left.count, 1))
        shareApart = Double(apart) / count
        mean = Double(sum) / (3 * count)
    }

    /// The mean structural similarity (SSIM) of luma, over squares of eight pixels.
    package static func similarity(_ one: Pixels, _ other: Pixels) -> Double {
        func luma(_ word: UInt32) -> Double {
            0.2126 * Double(word >> 16 & 255) + 0.7152 * Double(word >> 8 & 255)
                + 0.0722 * Double(word & 255)
        }
        var (sum, squares) = (0.0, 0.0)
        for y in stride(from: 0, to: other.height - 7, by: 8) {
            for x in stride(from: 0, to: other.width - 7, by: 8) {
                var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
                for row in y..<(y + 8) {
                    for column in x..<(x + 8) {
                        let left = luma(one[column, row])
                        let right = luma(other[column, row])
                        a += left
                        b += right
                        aa += left * left
                        bb += right * right
                        ab += left * right
                    }
                }
                (a, b, aa, bb, ab) = (a / 64, b / 64, aa / 64, bb / 64, ab / 64)
                let (mean, spread) = (6.5025, 58.5225)
                let numerator = (2 * a * b + mean) * (2 * (ab - a * b) + spread)
                let (left, right) = (a * a + b * b + mean, aa - a * a + bb - b * b + spread)
                sum += numerator / (left * right)
                squares += 1
            }
        }
        return sum / squares
    }
}

/// The kind of content at each pixel of a drawing.
package struct InkMap {
    enum Ink: UInt8 { case shape, letter, picture }

    package let width: Int
    package let height: Int
    private let scale: Double
    private let fonts: any FontLookup
    private var inks: [UInt8]
    private var counts: [Int]

    package init(of nodes: [Node], _ size: Size, scale: Double, fonts: some FontLookup) {
        width = Int((size.width * scale).rounded(.up))
        height = Int((size.height * scale).rounded(.up))
        self.scale = scale
        self.fonts = fonts
        inks = Array(repeating: Ink.shape.rawValue, count: width * height)
        counts = [width * height, 0, 0]
        mark(nodes)
    }

    func ink(_ x: Int, _ y: Int) -> Ink { Ink(rawValue: inks[y * width + x]) ?? .shape }

    func count(of ink: Ink) -> Int { counts[Int(ink.rawValue)] }

    private mutating func mark(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .text(let text, let point), .lettering(let text, let point):
                mark(text, at: point)
            case .picture(let picture): mark(picture.frame, .picture)
            case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
                .layer(_, let nodes):
                mark(nodes)
            case .shape, .link, .jump, .anchor, .spoken: break
            }
        }
    }

    private mutating func mark(_ text: ShapedText, at point: Point) {
        for line in text.lines {
            let origin = Point(point.x + line.left, point.y + line.baseline)
            for run in text.runs(of: line) {
                // Letters with diacritics exceed the height of their line.
                let frame = run.frame(at: origin).inset(
                    by: Insets(top: -run.size, left: -3, bottom: -run.size, right: -3))
                let isPicture = fonts.fontFile(run.font)?.hasColorBitmaps ?? false
                mark(frame, isPicture ? .picture : .letter)
            }
        }
    }

    private mutating func mark(_ frame: Rect, _ ink: Ink) {
        func pixels(_ low: Double, _ high: Double, _ most: Int) -> Range<Int> {
            let first = min(max(0, Int((low * scale).rounded(.down)) - 1), most)
            return first..<min(max(first, Int((high * scale).rounded(.up)) + 1), most)
        }
        let columns = pixels(frame.minX, frame.maxX, width)
        for row in pixels(frame.minY, frame.maxY, height) {
            for place in row * width + columns.lowerBound..<row * width + columns.upperBound {
                let before = inks[place]
                guard before < ink.rawValue else { continue }
                inks[place] = ink.rawValue
                counts[Int(before)] -= 1
                counts[Int(ink.rawValue)] += 1
            }
        }
    }
}

/// By kind of content, in steps of 255 for each channel.
package struct EngineDifference {
    package struct Ink {
        package fileprivate(set) var most = 0
        /// The position of the greatest difference.
        package fileprivate(set) var place = (x: 0, y: 0)
        fileprivate var sum = 0
        fileprivate var pixels = 0

        package var mean: Double { Double(sum) / Double(max(1, 3 * pixels)) }
    }

    package private(set) var shapes = Ink()
    package private(set) var letters = Ink()
    package private(set) var pictures = Ink()

    package init() {}

    /// The number of pixels compared at once: nearly all are equal in both.
    private static let piece = 32

    package mutating func add(
        _ ours: Span<UInt32>, _ cairos: Span<UInt32>, rows: Range<Int>, strides: (Int, Int),
        _ map: InkMap
    ) {
        unsafe ours.withUnsafeBufferPointer { ours in
            unsafe cairos.withUnsafeBufferPointer { cairos in
                guard let ourStart = ours.baseAddress,
                    let cairosStart = cairos.baseAddress
                else { return }
                for row in rows {
                    let own = unsafe ourStart + (row - rows.lowerBound) * strides.0
                    let other = unsafe cairosStart + (row - rows.lowerBound) * strides.1
                    for start in stride(from: 0, to: map.width, by: Self.piece) {
                        let count = min(Self.piece, map.width - start)
                        guard unsafe memcmp(own + start, other + start, count * 4) != 0 else {
                            continue
                        }
                        var x = start
                        while x < start + count {
                            let (one, two) = unsafe (own[x], other[x])
                            if one != two { take(one, two, x, row, map) }
                            x += 1
                        }
                    }
                }
            }
        }
        shapes.pixels = map.count(of: .shape)
        letters.pixels = map.count(of: .letter)
        pictures.pixels = map.count(of: .picture)
    }

    private mutating func take(_ own: UInt32, _ other: UInt32, _ x: Int, _ y: Int, _ map: InkMap) {
        switch map.ink(x, y) {
        case .letter: letters.take(own, other, x, y)
        case .picture: pictures.take(own, other, x, y)
        case .shape: shapes.take(own, other, x, y)
        }
    }
}

extension EngineDifference.Ink {
    fileprivate mutating func take(_ own: UInt32, _ other: UInt32, _ x: Int, _ y: Int) {
        guard (own ^ other) & 0xFF_FFFF != 0 else { return }
        let red = abs(Int(own >> 16 & 0xFF) - Int(other >> 16 & 0xFF))
        let green = abs(Int(own >> 8 & 0xFF) - Int(other >> 8 & 0xFF))
        let blue = abs(Int(own & 0xFF) - Int(other & 0xFF))
        sum += red + green + blue
        let worst = max(red, max(green, blue))
        guard worst > most else { return }
        most = worst
        place = (x, y)
    }
}
