import Encodings
import HTTP
import Rendering

extension Parameters {
    /// The parameters of a request's URL, which must not contain a password: URLs are logged by
    /// everyone who passes them on.
    init(_ query: [QueryItem]) throws(Problem) {
        let names = ["password", "output.password"]
        // A misspelled one has been written down all the same, and would lock nothing.
        let isSecret = query.contains {
            names.contains($0.name) || NearestName.closest(to: $0.name, in: names) != nil
        }
        guard !isSecret else {
            throw Problem(
                .invalid,
                "URLs are logged on their way. Send the password in the body: \"output\": {\"password\": …}."
            ).at("/output/password")
        }
        self.init(query.map { (key: $0.name, value: $0.value) })
    }

    /// Whether a request to verify asks for the document to be drawn again.
    func asksForRedraw() throws(JobError) -> Bool {
        guard let value = self["redraw"] else { return true }
        return try JobBuilder.flag(value, named: "redraw")
    }
}
