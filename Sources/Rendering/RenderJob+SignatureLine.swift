import Evidence
import Layout
import Model

extension RenderJob {
    /// The certificate owner's name in the signature line; nil without a signature line.
    var signatureOwner: String? { signatureLine == nil ? nil : signer?.name }

    /// The line of a signed document with the signer's name and the time; nil if no line is
    /// requested or no name is known.
    var signatureLine: SignatureLine? {
        guard let words = output.signature, words.line != .none else { return nil }
        let certified = signer?.name
        guard let name = certified ?? words.name else { return nil }
        // The caller may claim any name, at any length; the certificate is the operator's.
        let beside = words.name.map { $0 == name ? "" : " (\($0))" } ?? ""
        return SignatureLine(
            name: name + beside, made: output.created, isOnEachPage: words.line == .every)
    }
}
