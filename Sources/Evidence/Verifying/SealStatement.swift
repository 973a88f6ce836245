import Basics

/// The statement of a document's length and digest in its metadata.
struct SealStatement {
    let seal: FileSeal
    /// The range of the statement in the packet.
    let range: Range<Int>

    private static let tag = Array("<\(Manifest.prefix):seal>".utf8)
    private static let length = FileSeal.placeholder.utf8.count

    /// Returns nil if the packet has no statement, several, or one in a notation that this program
    /// does not write.
    init?(in packet: [UInt8]) {
        guard let range = Self.place(in: packet),
            let seal = FileSeal(String(decoding: packet[range], as: UTF8.self))
        else { return nil }
        self.seal = seal
        self.range = range
    }

    /// The maximum number of statements examined in a file. Attached documents may contain others.
    private static let maxStatements = 16

    /// Returns the statements in the bytes of a file, wherever they are.
    static func all(in file: [UInt8], _ budget: WorkBudget) -> [FileSeal] {
        var seals: [FileSeal] = []
        for place in budget.checked(file.indices)
        where file[place] == tag[0] && file[place...].starts(with: tag) {
            let text = file[place...].dropFirst(tag.count).prefix(length)
            guard let seal = FileSeal(String(decoding: text, as: UTF8.self)),
                seal.count <= file.count
            else { continue }
            seals.append(seal)
            if seals.count == maxStatements { break }
        }
        return seals
    }

    private static func place(in packet: [UInt8]) -> Range<Int>? {
        let tags = packet.ranges(of: tag)
        guard tags.count == 1, let start = tags.first?.upperBound,
            start + length <= packet.count
        else { return nil }
        return start..<start + length
    }
}
