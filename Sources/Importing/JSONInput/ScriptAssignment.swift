import Basics

/// The assignment before the JSON of a script, such as `window.YTD.account.part0 = `. X writes its
/// archive as scripts, so that a page can load them.
enum ScriptAssignment {
    private static let opening = Array("window.".utf8)
    private static let maxLength = 256

    /// Returns the length of the assignment at the beginning of a text, including a byte order mark
    /// and whitespace before it; 0 if there is none.
    static func length(in head: [UInt8]) -> Int {
        var start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < head.count, head[start] <= 0x20 { start += 1 }
        guard head[start...].starts(with: opening) else { return 0 }
        for index in start..<min(head.count, start + maxLength) {
            switch head[index] {
            case UInt8(ascii: "="): return index + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): return 0
            default: continue
            }
        }
        return 0
    }

    /// Replaces the assignment by spaces, so that offsets in errors remain those of the file.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        let length = length(in: bytes)
        guard length > 0 else { return bytes }
        var bytes = bytes
        for index in 0..<length { bytes[index] = 0x20 }
        return bytes
    }

    /// Replaces the assignment by spaces in a file that is read in pieces.
    static func blanked(_ pieces: ByteSource, length: Int) -> ByteSource {
        guard length > 0 else { return pieces }
        return ByteSource(count: pieces.count) { range in
            guard var bytes = pieces.read(range) else { return nil }
            let end = min(range.lowerBound + bytes.count, length)
            for index in range.lowerBound..<max(range.lowerBound, end) {
                bytes[index - range.lowerBound] = 0x20
            }
            return bytes
        }
    }
}
