/// Maps colors to indices by open addressing: at most 256 colors in 1,024 slots, so that a search
/// takes one or two steps.
struct PaletteIndex {
    struct Found {
        let color: UInt32
        let index: UInt8
    }

    private static let empty: UInt32 = .max

    private(set) var colors: [UInt32] = []
    private var keys = [UInt32](repeating: empty, count: 1024)
    private var indices = [UInt8](repeating: 0, count: 1024)
    let bits: Int

    init(_ palette: PNGPalette) {
        bits = palette.bits
        for color in palette.colors { _ = insert(color) }
    }

    init() { bits = 8 }

    /// Returns the color's index; 0 if the color was never inserted.
    func find(_ color: UInt32) -> Found {
        Found(color: color, index: indices[place(of: color)])
    }

    /// Returns false if this is the 257th color.
    mutating func insert(_ color: UInt32) -> Bool {
        let place = place(of: color)
        if keys[place] == color { return true }
        guard colors.count < 256 else { return false }
        keys[place] = color
        indices[place] = UInt8(colors.count)
        colors.append(color)
        return true
    }

    private func place(of color: UInt32) -> Int {
        var place = Int((color &* 0x9E37_79B1) >> 22)
        while keys[place] != color && keys[place] != PaletteIndex.empty {
            place = (place + 1) & 1023
        }
        return place
    }
}
