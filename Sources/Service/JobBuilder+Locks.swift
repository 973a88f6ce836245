import Conversation
import Encodings
import Rendering

extension JobBuilder {
    /// What is to be opened by a password alone must not leave without.
    func settleLock(of job: inout RenderJob) throws(Problem) {
        guard job.output.password != nil else { return }
        func refuse(_ title: String, _ detail: String, at pointer: String) -> Problem {
            Problem("invalid", 422, title, detail).at(pointer)
        }
        guard job.format == .pdf else {
            throw refuse(
                "Only a PDF is locked",
                "The output has a password, by which \(job.format.rawValue) cannot be locked; pdf can.",
                at: "/output/password")
        }
        guard job.output.engine == .chatprint else {
            throw refuse(
                "Only a PDF of our own is locked",
                "The output has a password, and the engine \"cairo\" cannot lock it.",
                at: "/output/engine")
        }
        guard job.output.signature == nil else {
            throw refuse(
                "A document is signed or locked",
                "The output is to be signed and has a password. Sign it, and lock what carries it.",
                at: "/output/password")
        }
        guard job.output.profile != .evidence else {
            throw refuse(
                "Evidence is not locked",
                "Nobody could verify a locked document of the profile \"evidence\". Lock what carries it.",
                at: "/output/password")
        }
        guard job.output.isArchival else { return }
        job.warnings.append(
            Warning(
                .ignoredValue, at: "/output/archival",
                "A document with a password claims no PDF/A and no PDF/UA: no archive takes what is locked."
            ))
        job.warningCount += 1
    }

    /// An address is written down by whoever passes it on.
    static func refusePasswords(in query: Overrides) throws(Problem) {
        let names = ["password", "output.password"]
        // Misspelt, it has been written down all the same, and would lock nothing.
        guard
            query.contains(where: {
                names.contains($0.key) || NearestName.of($0.key, among: names) != nil
            })
        else { return }
        throw Problem(
            "invalid", 422, "No address holds a password",
            "Addresses are written down in logs on their way; in the body, \"output\": {\"password\": …} is not."
        ).at("/output/password")
    }
}
