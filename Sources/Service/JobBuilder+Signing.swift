import Conversation
import Rendering
import Signing

extension JobBuilder {
    /// Settles who signs what a job makes. What is to be signed and cannot be is refused: a
    /// document without its signature is none of those that were asked for.
    func settleSignature(
        of job: inout RenderJob, by signer: (any DocumentSigner)?, always: Bool
    ) throws(Problem) {
        if always, job.output.signature == nil { job.output.signature = SignatureWords() }
        guard job.output.signature != nil else { return }
        guard job.format.has(.signable) else {
            throw Problem(
                .invalid, "\(job.format.rawValue) cannot be signed. Use pdf."
            ).at("/output/sign")
        }
        guard job.output.engine == .chatprint else {
            throw Problem(
                .invalid, "The engine \"cairo\" does not support signatures."
            ).at("/output/engine")
        }
        guard let signer else { throw .noSigningKey }
        job.signer = signer
        if job.output.signature?.line != SignatureWords.Line.none, job.signatureLine == nil {
            throw Problem(
                .invalid,
                "The line of a signature needs a name. Set sign.name, or give the certificate."
            ).at("/output/sign/name")
        }
    }
}
