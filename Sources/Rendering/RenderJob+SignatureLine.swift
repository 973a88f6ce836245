import Conversation
package import Layout
import Signing

extension RenderJob {
    /// The owner of the certificate, as the line names it; nil without such a line.
    var signatureOwner: String? { signatureLine == nil ? nil : signer?.name }

    /// The line of a signed document that says who signed and when; nil without one, or if nobody
    /// is known.
    package var signatureLine: SignatureLine? {
        guard let words = output.signature, words.line != .none else { return nil }
        let certified = signer?.name
        guard let name = certified ?? words.name else { return nil }
        // Whoever asks for a signature may name anybody, at any length. The certificate is the
        // operator's.
        let beside = words.name.map { $0 == name ? "" : " (\($0))" } ?? ""
        return SignatureLine(
            name: name + beside, made: output.created, isOnEachPage: words.line == .every)
    }
}
