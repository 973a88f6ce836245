/// The lines of a text as stretches of its bytes; LF and CRLF end them, and so does the end.
struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func next() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let start = position
        let text = bytes
        let span = text.span
        var index = start
        while index < span.count, span[index] != 0x0A { index += 1 }
        position = index + 1
        let isCRLF = index < span.count && index > start && span[index - 1] == 0x0D
        return start..<(isCRLF ? index - 1 : index)
    }
}
