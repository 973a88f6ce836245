import Basics
import HTTP
import Model
import Rendering

extension Problem {
    /// The problem of an unknown path, with the closest known one.
    static func nothing(at path: String) -> Problem {
        let name = path.prefix { $0 != "." }
        let ending = String(path.dropFirst(name.count + 1).prefix { $0 != "/" })
        var problem = Problem(
            .notFound, "No such path. GET / lists all routes.")
        guard name == "/render", !ending.isEmpty, Output.Format(ending: ending) == nil else {
            problem.suggest(closestPath(to: path, name: String(name), ending: ending))
            return problem
        }
        problem.allowed = Output.Format.offered.map(\.rawValue)
        problem.detail =
            "Unknown output format: \"\(ending.shortened)\". \"allowed\" lists the formats."
        problem.suggest(ending, among: problem.allowed)
        return problem
    }

    static func methodNotAllowed(_ method: Method, on route: Route) -> Problem {
        var problem = Problem(.methodNotAllowed, "\(route.name) supports \(route.allowed).")
        if method == .get || method == .head, let work = route.work {
            problem.detail += " Send the conversation, export or document as the body of a POST."
            if work == .render {
                problem.detail +=
                    " A conversation in the URL needs a format: GET /render.png?m=Hi."
                problem.suggest("/render.png")
            }
        }
        return problem
    }

    /// Returns the known path closest to an unknown one. Its name and its ending are compared
    /// separately: `/rendr.png` means `/render.png`, although many letters are missing in `/render`.
    private static func closestPath(to path: String, name: String, ending: String) -> String? {
        let known = Route.fixedPaths + ProblemType.allCases.map(\.path)
        // `/metrics` may be served on another port.
        guard !known.contains(path) else { return nil }
        let isKnown = name.count > 1 && known.contains(name)
        let named = isKnown ? name : NearestName.closest(to: name, in: known)
        guard named == "/render" else { return NearestName.closest(to: path, in: known) ?? named }
        let formats = Output.Format.offered.map(\.rawValue)
        let format =
            Output.Format(ending: ending)?.rawValue ?? NearestName.closest(to: ending, in: formats)
        return format.map { "/render." + $0 } ?? named
    }
}
