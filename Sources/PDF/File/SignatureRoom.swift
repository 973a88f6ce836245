/// The place of a signature's bytes within the unsent output, and the signed range.
struct SignatureRoom {
    /// The room for the numbers of the signed range: four of them, each of up to 14 digits.
    static let rangeBytes = 60

    /// The place of these numbers.
    let range: Int
    /// The start of the room: its opening bracket, which is not signed either.
    let contents: Int
    /// The number of bytes that the room holds, two digits each.
    let bytes: Int

    var end: Int { contents + 2 * bytes + 2 }

    /// All of a document but the room (ISO 32000-1, 12.8.1).
    ///
    /// - Parameter taken: how many bytes have left before.
    func byteRange(after taken: Int, all: Int) -> [UInt8] {
        let text = "0 \(taken + contents) \(taken + end) \(all - taken - end)"
        return Array(text.utf8)
    }
}
