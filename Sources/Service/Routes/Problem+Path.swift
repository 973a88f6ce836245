import Basics
import HTTP
import Model
import Rendering

extension Explanation {
    /// The explanation of an unknown path, with the closest known one.
    static func nothing(at path: String) -> Explanation {
        let name = path.prefix { $0 != "." }
        let ending = String(path.dropFirst(name.count + 1).prefix { $0 != "/" })
        guard name == "/render", !ending.isEmpty, Output.Format(ending: ending) == nil else {
            return Explanation(
                .notFound, "No such path. GET / lists all routes.",
                meant: closestPath(to: path, name: String(name), ending: ending))
        }
        return Explanation(
            .notFound,
            "Unknown output format: \"\(ending.shortened)\". \"allowed\" lists the formats.",
            unknown: ending, among: Output.Format.offered.map(\.rawValue))
    }

    static func methodNotAllowed(_ method: Method, on route: Route) -> Explanation {
        let isGet = method == .get || method == .head
        let body =
            isGet && route.work != nil
            ? " Send the conversation, export or document as the body of a POST." : ""
        let isRender = isGet && route.work == .render
        let address =
            isRender ? " A conversation in the URL needs a format: GET /render.png?m=Hi." : ""
        return Explanation(
            .methodNotAllowed, "\(route.name) supports \(route.allowed).\(body)\(address)",
            meant: isRender ? "/render.png" : nil)
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
