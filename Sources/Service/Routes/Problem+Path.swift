import Model
import Rendering

extension Problem {
    /// The problem of an unknown path, with the closest known one.
    static func nothing(at path: String) -> Problem {
        var problem = Problem(
            .notFound, "No such path. GET / lists all routes.")
        guard path.hasPrefix("/render.") else {
            problem.suggest(path, among: Route.fixedPaths)
            return problem
        }
        let name = path.dropFirst(8).prefix { $0 != "/" }
        problem.allowed = Output.Format.offered.map(\.rawValue)
        problem.detail =
            "Unknown output format: \"\(String(name).shortened)\". \"allowed\" lists the formats."
        problem.suggest(String(name), among: problem.allowed)
        return problem
    }
}
