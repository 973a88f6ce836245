import Basics
import Evidence

/// The length and digest that a document states about its own bytes.
struct SealStatement {
    /// The digest of the bytes before the output.
    private var digest = RunningDigest()
    /// The offset of the statement in the output. Once it is known, the output is kept.
    var place: Int?

    /// Adds bytes that leave the output.
    mutating func add(_ bytes: [UInt8]) {
        if place == nil { digest.add(bytes) }
    }

    /// Writes the statement into the output, which ends the document.
    ///
    /// - Parameter count: the number of bytes before the output.
    func write(to output: inout PDFMarkup, after count: Int) throws(PDFFault) {
        guard let place else { throw .digest }
        var digest = digest
        digest.add(output.bytes)
        do throws(DigestFailure) {
            let seal = FileSeal(
                count: count + output.bytes.count,
                digest: Hexadecimal.text(of: try digest.bytes()))
            output.replace(at: place, with: Array(seal.text.utf8))
        } catch {
            throw .digest
        }
    }
}
