/// The lines of a text as ranges of its bytes. Lines end with LF, CRLF or the end of the text.
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
        let found = bytes.span.offset(of: 0x0A, from: start, before: bytes.count)
        let end = found ?? bytes.count
        position = end + 1
        let isCRLF = found != nil && end > start && bytes[end - 1] == 0x0D
        return start..<(isCRLF ? end - 1 : end)
    }
}
