import Basics
import Evidence

/// The length and digest that a document states about its own bytes.
struct SealStatement {
    /// The digest of the bytes before the output; nil if no memory is left.
    private var digest = try? SHA256()
    /// The offset of the statement in the output. Once it is known, the output is kept.
    var place: Int?

    /// Adds bytes that leave the output.
    mutating func add(_ bytes: [UInt8]) {
        if place == nil, (try? digest?.update(bytes)) == nil { digest = nil }
    }

    /// Writes the statement into the output, which ends the document.
    ///
    /// - Parameter count: the number of bytes before the output.
    func write(to output: inout PDFMarkup, after count: Int) throws(PDFFault) {
        guard let place, let digest else { throw .digest }
        do throws(DigestFailure) {
            try digest.update(output.bytes)
            let seal = FileSeal(
                count: count + output.bytes.count, digest: try digest.finish())
            output.replace(at: place, with: Array(seal.text.utf8))
        } catch {
            throw .digest
        }
    }
}
