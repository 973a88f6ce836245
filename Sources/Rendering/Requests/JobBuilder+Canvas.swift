import Basics
import Model

extension JobBuilder {
    /// Rejects a canvas for formats that are not laid out here, and for evidence documents, which
    /// need page footers.
    func expectCanvas(of job: RenderJob) throws(JobError) {
        if job.output.frame != nil {
            guard job.format.has(.canvas), job.format.traits.kind != .archive else {
                throw .conflict(.frame(job.format))
            }
            guard job.output.profile != .evidence else { throw .conflict(.frameWithEvidence) }
        }
        guard job.output.canvas != nil else { return }
        guard job.format != .production else { throw .conflict(.canvasOfProduction) }
        guard job.format.has(.canvas) else { throw .conflict(.canvas(job.format)) }
        guard job.output.profile != .evidence else { throw .conflict(.canvasWithEvidence) }
    }

    /// Rejects motion for formats and options that cannot show it.
    func expectMotion(of job: RenderJob) throws(JobError) {
        guard job.playing != nil else { return }
        guard [.drawing, .clip].contains(job.format.traits.kind) else {
            throw .conflict(.moment(job.format))
        }
        guard job.output.profile != .evidence else { throw .conflict(.motionWithEvidence) }
        guard !job.isClip || job.output.engine == .chatprint else {
            throw .conflict(.cairo(.clips))
        }
        guard job.output.splitBy == nil || !job.isClip else {
            throw .conflict(.splitting(job.format))
        }
    }

    func expectNoExcerpt(of job: RenderJob) throws(JobError) {
        guard job.output.profile == .evidence, !job.options.excerpt.isEmpty else { return }
        throw .conflict(.excerptWithEvidence)
    }

    /// Rejects splitting for formats that are already divided.
    func expectDivision(of job: RenderJob) throws(JobError) {
        guard job.output.splitBy != nil, !job.format.has(.divisible) else { return }
        throw .conflict(.splitting(job.format))
    }

    /// Checks the prefix of page numbers, which become file names and columns of a load file.
    func expectProduction(of job: RenderJob) throws(JobError) {
        guard job.format == .production else { return }
        let prefix = job.output.page.bates?.prefix ?? ""
        let isName =
            prefix.utf8.count <= 40 && prefix.utf8.first != UInt8(ascii: ".")
            && prefix.utf8.allSatisfy { byte in
                ASCII.isAlphanumeric(byte) || "-_. ".utf8.contains(byte)
            }
        guard isName else { throw .conflict(.productionPrefix) }
        guard job.output.engine == .chatprint else { throw .conflict(.cairo(.production)) }
    }
}
