import Basics
import HTTP
import Model
import Rendering

extension Parameters {
    /// The parameters of a request's URL. Rejects passwords, since proxies log URLs.
    init(_ query: [QueryItem]) throws(Explanation) {
        let names = ["password", "output.password"]
        // Misspelled names are rejected as well: the password would be logged without protecting
        // anything.
        let isSecret = query.contains {
            names.contains($0.name)
                || !QueryParameters.contains($0.name)
                    && NearestName.closest(to: $0.name, in: names) != nil
        }
        guard !isSecret else {
            throw Explanation(
                .invalid,
                "Servers and proxies log URLs. Send the password in the body: \"output\": {\"password\": …}.",
                at: "/output/password")
        }
        self.init(query.map { (key: $0.name, value: $0.value) })
    }
}
