import Basics

struct RandomNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt32 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt32(truncatingIfNeeded: state >> 33)
    }

    mutating func next(below limit: Int) -> Int { limit > 0 ? Int(next()) % limit : 0 }
}

/// Premultiplied pixels like those of chat pictures: flat areas, repeated letters, patterns,
/// gradients and a little noise.
struct RandomScene {
    let width: Int
    let height: Int
    private(set) var words: [UInt32]
    private let isOpaque: Bool

    init(width: Int, height: Int, pixels: PNGImage.Pixels, seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        self.width = width
        self.height = height
        isOpaque = pixels == .opaque
        words = []
        let ground = color(random.next())
        words = Array(repeating: ground, count: width * height)
        for _ in 0..<random.next(below: 12) {
            switch random.next(below: 6) {
            case 0, 1: area(&random)
            case 2, 3: letter(&random)
            case 4: gradient(&random)
            default: noise(&random)
            }
        }
    }

    static func letters(width: Int, height: Int) -> RandomScene {
        var scene = RandomScene(width: width, height: height, pixels: .opaque, seed: 0)
        scene.words = Array(repeating: 0xFFFF_FFFF, count: width * height)
        var random = RandomNumbers(seed: 9)
        let mask = (0..<10 * 16).map { _ in
            let shade = random.next()
            switch random.next(below: 8) {
            case 0..<4: return 0xFFFF_FFFF as UInt32
            case 4..<6: return 0xFF00_0000
            default: return 0xFF00_0000 | (shade & 0xFF) * 0x01_0101
            }
        }
        for top in stride(from: 4, to: height - 20, by: 48) {
            for left in stride(from: 10, to: width - 20, by: 40) {
                scene.lay(mask, 10, x: left, y: top)
            }
        }
        return scene
    }

    private func color(_ bits: UInt32) -> UInt32 {
        if isOpaque { return bits | 0xFF00_0000 }
        let alpha: UInt32 = [255, 255, 0, 128, 1][Int((bits >> 8) % 5)]
        let red = bits & 0xFF, green = bits >> 8 & 0xFF, blue = bits >> 16 & 0xFF
        return alpha << 24 | red * alpha / 255 << 16 | green * alpha / 255 << 8 | blue * alpha / 255
    }

    private mutating func area(_ random: inout RandomNumbers) {
        let x = random.next(below: width), y = random.next(below: height)
        let right = x + 1 + random.next(below: width - x)
        let fill = color(random.next())
        for row in y..<y + 1 + random.next(below: height - y) {
            for column in x..<right { words[row * width + column] = fill }
        }
    }

    private mutating func letter(_ random: inout RandomNumbers) {
        let columns = 1 + random.next(below: 12)
        let colors = (0..<3).map { _ in color(random.next()) }
        let mask = (0..<columns * 9).map { _ in colors[random.next(below: 3)] }
        for _ in 0..<1 + random.next(below: 9) {
            lay(mask, columns, x: random.next(below: width), y: random.next(below: height))
        }
    }

    private mutating func lay(_ mask: [UInt32], _ columns: Int, x: Int, y: Int) {
        for (place, word) in mask.enumerated() {
            let (row, column) = (y + place / columns, x + place % columns)
            if row < height && column < width { words[row * width + column] = word }
        }
    }

    private mutating func gradient(_ random: inout RandomNumbers) {
        let y = random.next(below: height)
        for row in y..<y + 1 + random.next(below: min(20, height - y)) {
            let fill = color(UInt32(row * 263))
            for column in 0..<width { words[row * width + column] = fill }
        }
    }

    private mutating func noise(_ random: inout RandomNumbers) {
        let y = random.next(below: height)
        for row in y..<min(height, y + 3) {
            for column in 0..<width where random.next(below: 4) == 0 {
                words[row * width + column] = color(random.next())
            }
        }
    }
}
