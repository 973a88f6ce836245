import Basics
import FoundationEssentials
import HTTP
import Model

/// Responses to requests for pictures by URL.
extension RenderService {
    /// The problem of a URL without a valid signature; nil if it is valid.
    func refusal(ofAddress head: RequestHead) -> Explanation? {
        guard SignedAddress(head.target.raw).isSigned(by: urlKeys) else {
            return Explanation(
                .badSignature,
                "\"sig\" is missing, or no key of the setting url_keys created it. Sign the URL with chatprint sign."
            )
        }
        let ends = head.target.query.filter { $0.name == "expires" }
        guard !ends.isEmpty else { return nil }
        guard ends.count == 1, let end = Int(ends[0].value),
            Date().timeIntervalSince1970 < Double(end)
        else {
            return Explanation(
                .expired, "The time in \"expires\" has passed. Ask for a newly signed URL.")
        }
        return nil
    }

    func answerEmbed(_ route: Route, _ head: RequestHead, _ exchange: any Exchange) {
        let wantsPicture = URLConversation.showsProblems(head.target.query)
        if !urlKeys.isEmpty, let problem = refusal(ofAddress: head) {
            guard wantsPicture, let format = route.format, format.has(.embedded) else {
                return send(problem, exchange)
            }
            return show(problem, as: format, exchange)
        }
        let conversation: URLConversation
        do throws(Explanation) {
            conversation = try URLConversation(head, route)
        } catch {
            guard wantsPicture, let format = route.format, format.has(.embedded) else {
                return send(error, exchange)
            }
            return show(error, as: format, exchange)
        }
        var fields = HeaderFields()
        if !settings.cacheControl.isEmpty { fields.set("Cache-Control", settings.cacheControl) }
        let request = conversation.request(requestID: exchange.requestID)
        let digest = ResponseDigest(request, edition: edition)
        // Only rendering shows whether an invalid URL has any version.
        let holdsAny = EntityTag.isAny(in: head.fields)
        if let tag = digest?.tag {
            fields.set("ETag", tag)
            if !holdsAny, EntityTag(tag).isHeld(by: head.fields) {
                return send(Response(304, fields), exchange)
            }
        }
        let shown =
            conversation.showsProblems && conversation.format.has(.embedded)
            ? conversation.format : nil
        let writer = ClientWriter(
            self, exchange, adding: fields, showingProblemsAs: shown, isHeld: holdsAny)
        take(request, digest, writer, exchange)
    }

    /// Responds with a picture of the problem, with the problem's status.
    func show(
        _ problem: Explanation, as format: Output.Format, _ exchange: any Exchange,
        isNoted: Bool = false
    ) {
        if !isNoted { note(exchange) { $0.note(problem) } }
        let writer = ClientWriter(
            self, exchange, adding: ["Cache-Control": "no-store"],
            status: Status(problem.httpStatus))
        backend.take(problem.request(as: format, requestID: exchange.requestID), writer)
    }
}
