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
        case .png, .webp, .jpeg, .pdf, .svg, .zip, .json, .bag: break
        case .production:
            throw refuse(
                "The pages of a production are sheets, so that they have no canvas; \"page\" has their size."
            )
        case .html, .txt, .md, .csv, .mbox, .rsmf:
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

    /// Whoever loads a production finds its pages by their numbers, which are files' names and columns of a load file.
    func expectProduction(of job: RenderJob) throws(Problem) {
        guard job.format == .production else { return }
        let prefix = job.output.page.bates?.prefix ?? ""
        let isName =
            prefix.utf8.count <= 40 && prefix.utf8.first != UInt8(ascii: ".")
            && prefix.utf8.allSatisfy { byte in
                byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-_. ".utf8.contains(byte)
            }
        guard isName else {
            throw Problem(
                "invalid", 422, "The number cannot name a file",
                "Pages of a production are called by their numbers: the prefix has letters, digits, blanks, "
                    + "-, _ and . alone, at most 40."
            ).at("/output/page/bates/prefix")
        }
        guard job.output.engine == .chatprint else {
            throw Problem(
                "invalid", 422, "Only our own pages are produced one by one",
                "Each page of a production is a document, which the engine \"cairo\" does not write."
            ).at("/output/engine")
        }
    }
}
