import TestBytes

extension SeededRandom {
    /// Changes, removes, repeats or swaps bytes at up to four places.
    mutating func damage(_ bytes: inout [UInt8]) {
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            let length = min(below(16) + 1, bytes.count - place)
            switch below(6) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: below(bytes.count))
            case 4:
                let edge: [UInt8] = [0x00, 0x7F, 0x80, 0xFF]
                for index in place..<place + min(length, 8) { bytes[index] = edge[below(4)] }
            default: bytes.swapAt(place, below(bytes.count))
            }
        }
    }
}
