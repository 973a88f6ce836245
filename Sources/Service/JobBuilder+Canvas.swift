import Conversation
import Rendering

extension JobBuilder {
    /// A canvas is for what is laid out here, and has no room for what a document for evidence tells at the foot
    /// of each page.
    func expectCanvas(of job: RenderJob) throws(Problem) {
        guard job.output.canvas != nil else { return }
        func refuse(_ detail: String) -> Problem {
            Problem("invalid", 422, "The output has no canvas", detail).at("/output/canvas")
        }
        switch job.format {
        case .png, .webp, .jpeg, .pdf, .svg, .zip, .json: break
        case .html, .txt, .md, .csv, .mbox, .rsmf, .bag:
            throw refuse(
                "Whoever opens \(job.format.rawValue) lays it out, so that it has no canvas; png, webp, "
                    + "jpeg, svg, pdf and zip have.")
        }
        guard job.output.profile != .evidence else {
            throw refuse(
                "A document of the profile \"evidence\" tells on each page which it is, for which a "
                    + "canvas has no room; \"page\" has.")
        }
    }
    /// What is divided by itself is not divided once more.
    func expectDivision(of job: RenderJob) throws(Problem) {
        guard job.output.splitBy != nil, job.format == .rsmf else { return }
        throw Problem(
            "invalid", 422, "The output is divided already",
            "rsmf has a file for each day, so that it is not split by anything else."
        ).at("/output/split_by")
    }
}
