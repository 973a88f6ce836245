/// Where in what has not left yet a signature's own bytes will stand, and what they are about.
struct SignatureRoom {
    /// Of the numbers that tell what is signed: four of them, each of up to 14 digits.
    static let rangeBytes = 60

    /// Where these are.
    let range: Int
    /// Where the room begins: with the bracket that opens it, which is not signed either.
    let contents: Int
    /// How many bytes find room, in two digits each.
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
