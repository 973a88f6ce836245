import Encodings
package import Resources
import Signing

/// The place in a document that was kept for its last signature, which another program or a later
/// step fills.
package struct SignatureRoom {
    /// Why nothing can be put there.
    package enum Fault: Error, Sendable, Equatable {
        case unreadable(PDFReadFault)
        /// It has no signature, or one that says something else than that all is signed.
        case none
        case noRoom(needed: Int, room: Int)
        /// libcrypto cannot compute the digest.
        case memory
    }

    private let document: [UInt8]
    private let place: Range<Int>
    /// SHA-256 of all that is signed.
    package let digest: [UInt8]
    /// What stands there; nil where there are zeros alone.
    package let message: [UInt8]?
    /// Whether it is for a time stamp over the document.
    package let isTimestamp: Bool

    package init(
        of document: [UInt8], limit: Int, allowance: Allowance = .unlimited
    ) throws(Fault) {
        let fields: [SignatureField]
        do throws(PDFReadFault) {
            fields = try SignatureField.all(of: document, limit: limit, allowance: allowance)
        } catch {
            throw .unreadable(error)
        }
        guard let field = fields.last, let place = field.room, field.end == document.count else {
            throw .none
        }
        guard
            let digest = SignedAttributes.digest(
                of: document[..<place.lowerBound], document[place.upperBound...])
        else { throw .memory }
        self.document = document
        self.place = place
        self.digest = digest
        isTimestamp = field.isTimestamp
        message = field.content.contains { $0 != 0 } ? field.content : nil
    }

    /// Bytes that find room.
    package var count: Int { place.count / 2 - 1 }

    /// The four numbers that tell what is signed.
    package var range: [Int] {
        [0, place.lowerBound, place.upperBound, document.count - place.upperBound]
    }

    /// The document with a message in its room.
    package func filled(with message: [UInt8]) throws(Fault) -> [UInt8] {
        guard message.count <= count else { throw .noRoom(needed: message.count, room: count) }
        let zeros = [UInt8](repeating: 0, count: count - message.count)
        let digits = Hexadecimal.text(of: message + zeros).utf8
        var filled = document
        filled.replaceSubrange(place.lowerBound + 1..<place.upperBound - 1, with: digits)
        return filled
    }
}
