import Basics
import Model

extension JobBuilder {
    /// Rejects a password for outputs that cannot be encrypted, and warns that an encrypted
    /// document is not PDF/A.
    func settleLock(of job: inout RenderJob) throws(Explanation) {
        guard job.output.password != nil else { return }
        guard job.format.has(.lockable) else {
            throw OptionConflict.password(job.format).explanation
        }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.passwords).explanation
        }
        guard job.output.signature == nil else {
            throw OptionConflict.passwordWithSignature.explanation
        }
        guard job.output.profile != .evidence else {
            throw OptionConflict.passwordWithEvidence.explanation
        }
        guard job.output.isArchival else { return }
        job.warnings.append(
            Warning(
                .ignoredValue, at: "/output/archival",
                "A document with a password does not conform to PDF/A and PDF/UA."
            ))
        job.warningCount += 1
    }
}
