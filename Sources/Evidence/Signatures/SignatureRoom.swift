package import Basics

/// The space reserved in a document for its last signature, which another program or a later step
/// fills.
package struct SignatureRoom {
    /// Why the space cannot be filled.
    package enum Fault: Error, Sendable, Equatable {
        case unreadable(PDFReadFault)
        /// The document has no signature, or one that does not state that everything is signed.
        case none
        case noRoom(needed: Int, room: Int)
        /// libcrypto cannot compute the digest.
        case memory
    }

    private let document: [UInt8]
    private let place: Range<Int>
    /// The SHA-256 digest of all signed bytes.
    package let digest: [UInt8]
    /// The message in the space, or nil if the space contains only zeros.
    package let message: [UInt8]?
    package let isTimestamp: Bool

    package init(
        of document: [UInt8], limit: Int, budget: WorkBudget = .unlimited
    ) throws(Fault) {
        let fields: [SignatureField]
        do throws(PDFReadFault) {
            fields = try SignatureField.all(of: document, limit: limit, budget: budget)
        } catch {
            throw .unreadable(error)
        }
        guard let field = fields.last, let place = field.room, field.end == document.count else {
            throw .none
        }
        guard
            let digest = try? SHA2.sha256.digest(
                of: document[..<place.lowerBound], document[place.upperBound...])
        else { throw .memory }
        self.document = document
        self.place = place
        self.digest = digest
        isTimestamp = field.isTimestamp
        message = field.content.contains { $0 != 0 } ? field.content : nil
    }

    /// The size of the space in bytes.
    var count: Int { place.count / 2 - 1 }

    /// The four numbers of the signature's byte range.
    var range: [Int] {
        [0, place.lowerBound, place.upperBound, document.count - place.upperBound]
    }

    /// Returns the document with a message in the reserved space.
    package func filled(with message: [UInt8]) throws(Fault) -> [UInt8] {
        guard message.count <= count else { throw .noRoom(needed: message.count, room: count) }
        let zeros = [UInt8](repeating: 0, count: count - message.count)
        let digits = Hexadecimal.text(of: message + zeros).utf8
        var filled = document
        filled.replaceSubrange(place.lowerBound + 1..<place.upperBound - 1, with: digits)
        return filled
    }
}
