import Basics
import Model

extension JobBuilder {
    /// Rejects a canvas for formats that are not laid out here, and for evidence documents, which
    /// need page footers.
    func expectCanvas(of job: RenderJob) throws(Explanation) {
        if job.output.frame != nil {
            guard job.format.has(.canvas), job.format.traits.kind != .archive else {
                throw OptionConflict.frame(job.format).explanation
            }
            guard job.output.profile != .evidence else {
                throw OptionConflict.frameWithEvidence.explanation
            }
        }
        guard job.output.canvas != nil else { return }
        guard job.format != .production else { throw OptionConflict.canvasOfProduction.explanation }
        guard job.format.has(.canvas) else { throw OptionConflict.canvas(job.format).explanation }
        guard job.output.profile != .evidence else {
            throw OptionConflict.canvasWithEvidence.explanation
        }
    }

    /// Rejects motion for formats and options that cannot show it.
    func expectMotion(of job: RenderJob) throws(Explanation) {
        guard job.playing != nil else { return }
        guard [.drawing, .clip].contains(job.format.traits.kind) else {
            throw OptionConflict.moment(job.format).explanation
        }
        guard job.output.profile != .evidence else {
            throw OptionConflict.motionWithEvidence.explanation
        }
        guard !job.isClip || job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.clips).explanation
        }
        guard job.output.splitBy == nil || !job.isClip else {
            throw OptionConflict.splitting(job.format).explanation
        }
    }

    func expectNoExcerpt(of job: RenderJob) throws(Explanation) {
        guard job.output.profile == .evidence, !job.options.excerpt.isEmpty else { return }
        throw OptionConflict.excerptWithEvidence.explanation
    }

    /// Rejects splitting for formats that are already divided.
    func expectDivision(of job: RenderJob) throws(Explanation) {
        guard job.output.splitBy != nil, !job.format.has(.divisible) else { return }
        throw OptionConflict.splitting(job.format).explanation
    }

    /// Checks the prefix of page numbers, which become file names and columns of a load file.
    func expectProduction(of job: RenderJob) throws(Explanation) {
        guard job.format == .production else { return }
        let prefix = job.output.page.bates?.prefix ?? ""
        let isName =
            prefix.utf8.count <= 40 && prefix.utf8.first != UInt8(ascii: ".")
            && prefix.utf8.allSatisfy { byte in
                ASCII.isAlphanumeric(byte) || "-_. ".utf8.contains(byte)
            }
        guard isName else { throw OptionConflict.productionPrefix.explanation }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.production).explanation
        }
    }
}
