import Server
import System

/// Splits standard input into lines, with one line in memory at a time.
struct LineFeed {
    enum Line {
        case whole([UInt8])
        /// The line was longer than allowed and was skipped.
        case tooLong
    }

    private let limit: Int
    private var piece: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private(set) var number = 0

    private static let pieceBytes = 64 << 10
    private static let newline = UInt8(ascii: "\n")

    init(limit: Int) { self.limit = limit }

    /// Returns the next line that is not blank; nil at the end.
    mutating func next() throws(SystemError) -> Line? {
        while let line = try nextLine() {
            guard case .whole(let bytes) = line else { return line }
            if bytes.contains(where: { $0 > 0x20 }) { return line }
        }
        return nil
    }

    private mutating func nextLine() throws(SystemError) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var hasBegun = false
        while true {
            if position == piece.count {
                guard !isAtEnd else { break }
                piece = try StandardInput.read(atMost: LineFeed.pieceBytes)
                position = 0
                isAtEnd = piece.isEmpty
                if isAtEnd { break }
            }
            hasBegun = true
            let end = piece[position...].firstIndex(of: LineFeed.newline)
            let part = piece[position..<(end ?? piece.count)]
            position = end.map { $0 + 1 } ?? piece.count
            if line.count + part.count > limit { isTooLong = true }
            if isTooLong { line = [] } else { line += part }
            if end != nil { break }
        }
        guard hasBegun else { return nil }
        number += 1
        return isTooLong ? .tooLong : .whole(line)
    }
}
