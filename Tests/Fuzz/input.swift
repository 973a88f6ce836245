/// The fuzzer's bytes, then zeros.
struct Input {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isEmpty: Bool { place >= bytes.count }

    mutating func next() -> UInt8 {
        guard !isEmpty else { return 0 }
        place += 1
        return bytes[place - 1]
    }

    mutating func next(below limit: Int) -> Int {
        let high = limit > 256 ? Int(next()) << 8 : 0
        return limit > 0 ? (high | Int(next())) % limit : 0
    }
}
