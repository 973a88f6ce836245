import Basics
import Rendering

extension ProblemType {
    /// The texts of a problem type that do not depend on the request. A title names the problem;
    /// causes and remedy are sentences.
    struct Description {
        /// The usual HTTP status; an HTTP protocol error may have another.
        let status: Int
        let title: String
        let causes: String
        let remedy: String

        fileprivate init?(_ json: JSONValue?) {
            guard let json, let status = json["status"]?.int, let title = json["title"]?.string,
                let causes = json["causes"]?.string, let remedy = json["remedy"]?.string
            else { return nil }
            (self.status, self.title, self.causes, self.remedy) = (status, title, causes, remedy)
        }

        fileprivate init(lacking type: ProblemType) {
            (status, title, causes, remedy) = (500, type.rawValue, "", "")
        }
    }

    /// The catalogue `config/problems.json`, which a test compares with the types.
    private static let catalogue: [ProblemType: Description] = {
        guard let file = ShippedFiles.all["problems.json"],
            let members = (try? JSONValue(parsing: file()))?.members
        else { return [:] }
        var catalogue: [ProblemType: Description] = [:]
        for member in members {
            guard let type = ProblemType(rawValue: member.key) else { continue }
            catalogue[type] = Description(member.value)
        }
        return catalogue
    }()

    var description: Description { Self.catalogue[self] ?? Description(lacking: self) }
}
