import Conversation
import Signing

extension JobBuilder {
    /// Settles who signs what a job makes. What is to be signed and cannot be is refused: a
    /// document without its signature is none of those that were asked for.
    func settleSignature(
        of job: inout RenderJob, by signer: (any DocumentSigner)?, always: Bool
    ) throws(JobError) {
        if always, job.output.signature == nil { job.output.signature = SignatureWords() }
        guard job.output.signature != nil else { return }
        guard job.format.has(.signable) else { throw .conflict(.signature(job.format)) }
        guard job.output.engine == .chatprint else { throw .conflict(.cairo(.signatures)) }
        guard let signer else { throw .noSigner }
        job.signer = signer
        if job.output.signature?.line != SignatureWords.Line.none, job.signatureLine == nil {
            throw .conflict(.signatureWithoutName)
        }
    }
}
