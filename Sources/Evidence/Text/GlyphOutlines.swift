/// The outlines of a font program in the form that this program writes (Adobe Technical Note 5176).
struct GlyphOutlines {
    /// The charstrings by code. Glyphs have no names and are numbered by code.
    private(set) var programs: [ArraySlice<UInt8>] = []

    /// Returns nil for a font in another form, because its codes may refer to any outline.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard reader.take([1, 0, 4, 4]), let names = reader.index(), names.count == 1,
            let tops = reader.index(), tops.count == 1,
            let strings = reader.index(),
            strings.map(Array.init) == [Array("Adobe".utf8), Array("Identity".utf8)],
            reader.take([0, 0])
        else { return nil }
        let charset = reader.place
        guard bytes.count > charset else { return nil }
        let count: Int
        if reader.take([2, 0, 1]) {
            guard let last = reader.word() else { return nil }
            count = last + 2
        } else if reader.take([0]) {
            count = 1
        } else {
            return nil
        }
        let selection = reader.place
        guard reader.take([3, 0, 1, 0, 0, 0]), reader.word() == count else { return nil }
        let outlines = reader.place
        guard let programs = reader.index(), programs.count == count else { return nil }
        let fonts = reader.place
        guard let own = reader.index(), own.count == 1 else { return nil }
        let privates = reader.place
        guard reader.take([29, 0, 0, 0, 0, 20]), reader.place == bytes.count,
            let top = Self.operands(tops[0]), top[[12, 30]] == [391, 392, 0],
            top[[5]]?.count == 4, top[[12, 34]] == [count], top[[15]] == [charset],
            top[[12, 37]] == [selection], top[[17]] == [outlines], top[[12, 36]] == [fonts],
            top.count == 7, let font = Self.operands(own[0]), font == [[18]: [6, privates]]
        else { return nil }
        self.programs = programs
    }

    /// Returns the operands of each operator of a dictionary, or nil if a number is not in the
    /// five-byte form.
    private static func operands(_ bytes: ArraySlice<UInt8>) -> [[UInt8]: [Int]]? {
        var operands: [[UInt8]: [Int]] = [:]
        var values: [Int] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte != 29 else {
                guard rest.count >= 4 else { return nil }
                let value = rest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                values.append(Int(Int32(bitPattern: value)))
                rest = rest.dropFirst(4)
                continue
            }
            var key = [byte]
            if byte == 12 {
                guard let second = rest.popFirst() else { return nil }
                key.append(second)
            }
            guard byte < 22, operands.updateValue(values, forKey: key) == nil else { return nil }
            values = []
        }
        return values.isEmpty ? operands : nil
    }
}

extension GlyphOutlines {
    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        mutating func take(_ expected: [UInt8]) -> Bool {
            guard bytes[place...].starts(with: expected) else { return false }
            place += expected.count
            return true
        }

        mutating func word() -> Int? {
            guard place + 2 <= bytes.count else { return nil }
            defer { place += 2 }
            return Int(bytes[place]) << 8 | Int(bytes[place + 1])
        }

        private func offset(at place: Int) -> Int {
            bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }

        /// Reads an INDEX. Returns nil unless its offsets have four bytes each and ascend.
        mutating func index() -> [ArraySlice<UInt8>]? {
            guard let count = word(), place < bytes.count, bytes[place] == 4 else { return nil }
            let offsets = place + 1
            let data = offsets + 4 * (count + 1) - 1
            guard data < bytes.count, offset(at: offsets) == 1 else { return nil }
            var pieces: [ArraySlice<UInt8>] = []
            var start = 1
            for number in 1..<count + 1 {
                let end = offset(at: offsets + 4 * number)
                guard end >= start, data + end <= bytes.count else { return nil }
                pieces.append(bytes[data + start..<data + end])
                start = end
            }
            place = data + start
            return pieces
        }
    }
}
