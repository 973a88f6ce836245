import Conversation
import Encodings
import Rendering

extension JobBuilder {
    /// What is to be opened by a password alone must not leave without.
    func settleLock(of job: inout RenderJob) throws(Problem) {
        guard job.output.password != nil else { return }
        func refuse(_ detail: String, at pointer: String) -> Problem {
            Problem(.invalid, detail).at(pointer)
        }
        guard job.format.has(.lockable) else {
            throw refuse(
                "\(job.format.rawValue) does not support passwords. Use pdf.",
                at: "/output/password")
        }
        guard job.output.engine == .chatprint else {
            throw refuse(
                "The engine \"cairo\" does not support passwords.",
                at: "/output/engine")
        }
        guard job.output.signature == nil else {
            throw refuse(
                "A document cannot have both a signature and a password. Sign it, and encrypt its container.",
                at: "/output/password")
        }
        guard job.output.profile != .evidence else {
            throw refuse(
                "A document of the profile \"evidence\" cannot have a password, because nobody could verify it. "
                    + "Encrypt its container.",
                at: "/output/password")
        }
        guard job.output.isArchival else { return }
        job.warnings.append(
            Warning(
                .ignoredValue, at: "/output/archival",
                "A document with a password does not conform to PDF/A and PDF/UA."
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
            .invalid,
            "URLs are logged on their way. Send the password in the body: \"output\": {\"password\": …}."
        ).at("/output/password")
    }
}
