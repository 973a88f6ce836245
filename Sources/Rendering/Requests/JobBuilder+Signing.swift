import Evidence
import Model

extension JobBuilder {
    /// Determines the signer of a job's documents. If a requested signature is impossible, the
    /// request fails instead of returning an unsigned document.
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
