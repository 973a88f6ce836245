/// Reads the only EXIF property that a drawing needs.
enum EXIF {
    /// Returns the orientation in a TIFF structure between `start` and `end`; upright if it is
    /// missing or invalid.
    static func orientation(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Orientation {
        let isLittle = bytes.holds("II*\0", at: start)
        guard isLittle || bytes.holds("MM\0*", at: start) else { return .up }
        func short(_ offset: Int) -> Int? {
            guard offset <= end - 2 else { return nil }
            return isLittle ? bytes.little16(offset) : bytes.big16(offset)
        }
        func long(_ offset: Int) -> Int? {
            guard offset <= end - 4 else { return nil }
            return isLittle ? bytes.little32(offset) : bytes.big32(offset)
        }
        guard let directory = long(start + 4), let count = short(start + directory) else {
            return .up
        }
        // The directory's counter has two bytes, so this loop has at most 65,535 iterations.
        for index in 0..<count {
            let entry = start + directory + 2 + 12 * index
            guard let tag = short(entry) else { return .up }
            if tag == 0x0112 {
                return short(entry + 8).flatMap(Orientation.init(rawValue:)) ?? .up
            }
        }
        return .up
    }
}
