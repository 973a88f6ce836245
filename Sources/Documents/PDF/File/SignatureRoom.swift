/// The space reserved for a signature in the unsent output, and the signed range.
struct SignatureRoom {
    /// The space for the four numbers of the signed range, each of up to 14 digits.
    static let rangeBytes = 60

    /// The offset of these numbers.
    let range: Int
    /// The start of the reserved space: its opening bracket, which is not signed either.
    let contents: Int
    /// The number of bytes reserved for the signature, two digits each.
    let bytes: Int

    var end: Int { contents + 2 * bytes + 2 }

    /// The byte range of the document without the reserved space (ISO 32000-1, 12.8.1).
    ///
    /// - Parameter taken: the number of bytes already sent.
    func byteRange(after taken: Int, all: Int) -> [UInt8] {
        let text = "0 \(taken + contents) \(taken + end) \(all - taken - end)"
        return Array(text.utf8)
    }
}
