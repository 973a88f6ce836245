import Model

extension JobBuilder {
    /// Rejects a password for outputs that cannot be encrypted, and warns that an encrypted
    /// document is not PDF/A.
    func settleLock(of job: inout RenderJob) throws(JobError) {
        guard job.output.password != nil else { return }
        guard job.format.has(.lockable) else { throw .conflict(.password(job.format)) }
        guard job.output.engine == .chatprint else { throw .conflict(.cairo(.passwords)) }
        guard job.output.signature == nil else { throw .conflict(.passwordWithSignature) }
        guard job.output.profile != .evidence else { throw .conflict(.passwordWithEvidence) }
        guard job.output.isArchival else { return }
        job.warnings.append(
            Warning(
                .ignoredValue, at: "/output/archival",
                "A document with a password does not conform to PDF/A and PDF/UA."
            ))
        job.warningCount += 1
    }
}
