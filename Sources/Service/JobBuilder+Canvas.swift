import Conversation
import Rendering

extension JobBuilder {
    /// A canvas is for what is laid out here, and has no room for what a document for evidence
    /// tells at the foot of each page.
    func expectCanvas(of job: RenderJob) throws(Problem) {
        guard job.output.canvas != nil else { return }
        func refuse(_ detail: String) -> Problem {
            Problem(.invalid, detail).at("/output/canvas")
        }
        guard job.format != .production else {
            throw refuse(
                "A production has pages, not canvases. Set their size with \"page\"."
            )
        }
        guard job.format.has(.canvas) else {
            throw refuse(
                "\(job.format.rawValue) has no canvas, because its reader lays it out. Use png, webp, jpeg, "
                    + "svg, pdf or zip.")
        }
        guard job.output.profile != .evidence else {
            throw refuse(
                "The profile \"evidence\" needs page footers, which a canvas does not have. Use \"page\"."
            )
        }
    }
    /// What is divided by itself is not divided once more.
    func expectDivision(of job: RenderJob) throws(Problem) {
        guard job.output.splitBy != nil, !job.format.has(.divisible) else { return }
        throw Problem(
            .invalid,
            "\(job.format.rawValue) already has a file for each day and cannot be split otherwise."
        ).at("/output/split_by")
    }

    /// Whoever loads a production finds its pages by their numbers, which are files' names and
    /// columns of a load file.
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
                .invalid,
                "The prefix names the files of a production: use at most 40 letters, digits, spaces, -, _ "
                    + "and ."
            ).at("/output/page/bates/prefix")
        }
        guard job.output.engine == .chatprint else {
            throw Problem(
                .invalid, "The engine \"cairo\" does not support the format production."
            ).at("/output/engine")
        }
    }
}
