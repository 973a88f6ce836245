import Basics
import Evidence
import Model

extension JobBuilder {
    /// Determines the signer of a job's documents. If a requested signature is impossible, the
    /// request fails instead of returning an unsigned document.
    func settleSignature(
        of job: inout RenderJob, by signer: (any DocumentSigner)?, always: Bool
    ) throws(Explanation) {
        if always, job.output.signature == nil { job.output.signature = SignatureWords() }
        guard job.output.signature != nil else { return }
        guard job.format.has(.signable) else {
            throw OptionConflict.signature(job.format).explanation
        }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.signatures).explanation
        }
        guard let signer else { throw .noSigner }
        job.signer = signer
        if job.output.signature?.line != SignatureWords.Line.none, job.signatureLine == nil {
            throw OptionConflict.signatureWithoutName.explanation
        }
    }
}
