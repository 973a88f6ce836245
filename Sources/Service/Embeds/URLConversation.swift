import Basics
import FoundationEssentials
import HTTP
import Model
import Rendering
import System

/// A conversation in the URL of its picture, for programs that can only show URLs:
/// `/render.png?m=Hi!&m.ben=Hello`, or `/render.png/` and the base64url of a conversation's JSON.
struct URLConversation: Sendable {
    let format: Output.Format
    /// The conversation as JSON.
    let body: [UInt8]
    /// The parameters of the rendering.
    let query: [QueryItem]
    /// Whether problems are shown as a picture.
    let showsProblems: Bool

    /// Parameters that do not affect the picture.
    private static let own: Set<String> = ["sig", "expires", "errors"]
    private static let message = "m"

    init(_ head: RequestHead, _ route: Route) throws(Explanation) {
        let items = head.target.query
        showsProblems = Self.showsProblems(items)
        var rest = items.filter { !Self.own.contains($0.name) }
        guard let format = route.format else {
            throw RenderFault.internal("the route has no picture format").explanation
        }
        self.format = format
        if let end = items.first(where: { $0.name == "expires" && Int($0.value) == nil }) {
            throw Explanation(
                .invalidParameter,
                "\(subject: "expires") is \"\(end.value.shortened)\", but must be Unix seconds."
            )
        }
        if route.argument.isEmpty {
            body = try Self.messages(rest)
            rest.removeAll { Self.isMessage($0.name) }
        } else {
            body = try Self.decoded(route.argument)
        }
        query = rest
    }

    static func showsProblems(_ items: [QueryItem]) -> Bool {
        items.contains { $0.name == "errors" && $0.value == "picture" }
    }

    /// Whether a query has messages or a signature.
    static func isPart(of items: [QueryItem]) -> Bool {
        items.contains { isMessage($0.name) || $0.name == "sig" }
    }

    private static func isMessage(_ name: String) -> Bool {
        name == message || name.hasPrefix(message + ".")
    }

    private static func decoded(_ text: String) throws(Explanation) -> [UInt8] {
        let bytes = Array(text.utf8)
        if let json = try? Base64.decode(bytes[...], limit: bytes.count) { return json }
        throw Explanation(
            .badAddress, "The last part of the path is not the base64url of JSON.")
    }

    /// Plain messages alternate sides, as in JSON; a name after the dot is the sender.
    private static func messages(_ items: [QueryItem]) throws(Explanation) -> [UInt8] {
        let messages = items.filter { isMessage($0.name) }
        guard !messages.isEmpty else {
            throw Explanation(
                .badAddress,
                "The URL contains no messages. Write ?m=Hi!&m.ben=Hello, or POST a conversation.",
                status: 422, at: "/messages")
        }
        let said = messages.map { item -> JSONValue in
            guard item.name != message else { return .string(item.value) }
            return ["from": .string(String(item.name.dropFirst(2))), "text": .string(item.value)]
        }
        return JSONValue.object([.init("messages", .array(said))]).bytes
    }

    func request(requestID: String) -> WorkRequest {
        WorkRequest(requestID: requestID, as: format, query: query, body: body)
    }
}

extension Explanation {
    /// A request to render the problem as a conversation of one message.
    func request(as format: Output.Format, requestID: String) -> WorkRequest {
        let text = "\(httpStatus) · \(title)\n\(detail)"
        let conversation: JSONValue = [
            "messages": [["from": "chatprint", "text": .string(text)]],
            "options": ["show": ["names": "never"]],
        ]
        return WorkRequest(requestID: requestID, as: format, body: conversation.bytes)
    }

    /// Reads the problem in a response, limited to the fields that a picture shows.
    init?(_ response: Response) {
        guard response.head.status.code >= 400,
            let json = try? JSONValue(parsing: response.body), let path = json["type"]?.string,
            let type = path.split(separator: "/").last.flatMap({ ProblemType(rawValue: String($0)) }
            ),
            let detail = json["detail"]?.string
        else { return nil }
        self.init(type, "\(detail)", status: response.head.status.code)
    }
}

/// Responses to requests for pictures by URL.
extension RenderService {
    private func checkSignature(of head: RequestHead) throws(Explanation) {
        guard SignedAddress(head.target.raw).isSigned(by: urlKeys) else {
            throw Explanation(
                .badSignature,
                "\"sig\" is missing, or no key of the setting url_keys created it. Sign the URL with chatprint sign."
            )
        }
        let ends = head.target.query.filter { $0.name == "expires" }
        guard !ends.isEmpty else { return }
        guard ends.count == 1, let end = Int(ends[0].value),
            Date().timeIntervalSince1970 < Double(end)
        else {
            throw Explanation(
                .expired, "The time in \"expires\" has passed. Ask for a newly signed URL.")
        }
    }

    func answerEmbed(_ route: Route, _ head: RequestHead, _ exchange: any Exchange) {
        let conversation: URLConversation
        do throws(Explanation) {
            if !urlKeys.isEmpty { try checkSignature(of: head) }
            conversation = try URLConversation(head, route)
        } catch {
            guard URLConversation.showsProblems(head.target.query), let format = route.format,
                format.has(.embedded)
            else { return send(error, exchange) }
            note(exchange) { $0.note(error) }
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
        let reply = ClientReply(
            self, exchange, adding: fields, showingProblemsAs: shown, isHeld: holdsAny)
        take(request, digest, reply, exchange)
    }

    /// Responds with a picture of a problem that is noted already, with the problem's status.
    func show(_ problem: Explanation, as format: Output.Format, _ exchange: any Exchange) {
        let reply = ClientReply(
            self, exchange, adding: ["Cache-Control": "no-store"],
            status: Status(problem.httpStatus))
        backend.take(problem.request(as: format, requestID: exchange.requestID), reply)
    }
}
