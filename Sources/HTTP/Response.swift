import Basics

package struct Response: Sendable, Equatable {
    package var head: ResponseHead
    package var body: [UInt8]

    package init(_ head: ResponseHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    package init(
        _ status: Status, _ fields: HeaderFields = [:], body: [UInt8] = [], closes: Bool = false
    ) {
        head = ResponseHead(status, fields, closes: closes)
        self.body = body
    }
}

/// The connection writes `Content-Length`, `Transfer-Encoding`, `Connection` and `Date`; fields of
/// these names are ignored.
package struct ResponseHead: Sendable, Equatable {
    package var status: Status
    package var fields: HeaderFields
    var closes: Bool

    package init(_ status: Status, _ fields: HeaderFields = [:], closes: Bool = false) {
        self.status = status
        self.fields = fields
        self.closes = closes
    }
}

package struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral {
    package let code: Int

    package init(_ code: Int) {
        self.code = (100...999).contains(code) ? code : 500
    }

    package init(integerLiteral code: Int) {
        self.init(code)
    }

    /// Whether a response with this status can have a body (RFC 9110 §6.4.1).
    package var allowsBody: Bool {
        code >= 200 && code != 204 && code != 304
    }

    /// RFC 9110 §15; empty for codes not defined there, which the grammar allows.
    var reason: String {
        Self.reasons[code] ?? ""
    }

    private static let reasons: [Int: String] = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
        206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        417: "Expectation Failed", 422: "Unprocessable Content", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}

/// The date format of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
package enum HTTPDate {
    /// In the proleptic Gregorian calendar, independent of locale and time zone.
    package static func text(unixSeconds: Int64) -> String {
        let (days, time) = unixSeconds.flooredQuotient(by: 86_400)
        let date = CivilDate(daysSinceEpoch: Int(days))
        let weekday = CivilDate.weekdayNames[CivilDate.weekday(daysSinceEpoch: Int(days))]
        let clock = [time / 3600, time / 60 % 60, time % 60].map { String(Int($0), digits: 2) }
        return "\(weekday), \(String(date.day, digits: 2)) \(CivilDate.monthNames[date.month - 1]) "
            + "\(date.year) \(clock.joined(separator: ":")) GMT"
    }
}

struct ResponseSerializer {
    let version: Version
    let persists: Bool
    /// The response's `Date`; empty if there is no clock (RFC 9110 §6.6.1).
    let date: String

    /// Always `HTTP/1.1`: a server states the highest version it supports (RFC 9112 §2.3).
    func head(_ head: ResponseHead, _ framing: ResponseFraming) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(192 + head.fields.bytes.count)
        out.append(contentsOf: "HTTP/1.1 \(head.status.code) \(head.status.reason)\r\n".utf8)
        if !date.isEmpty { add("Date", date, to: &out) }
        for entry in head.fields.entries {
            let name = head.fields.bytes[entry.name]
            if Self.owned.contains(where: { ASCII.matches(name, $0) }) { continue }
            out.append(contentsOf: name)
            out.append(contentsOf: ": ".utf8)
            out.append(contentsOf: head.fields.bytes[entry.value])
            out.append(contentsOf: "\r\n".utf8)
        }
        switch framing {
        case .none, .untilClose: break
        case .length(let count): add("Content-Length", "\(count)", to: &out)
        case .chunked: add("Transfer-Encoding", "chunked", to: &out)
        }
        if !persists {
            add("Connection", "close", to: &out)
        } else if version == .http10 {
            add("Connection", "keep-alive", to: &out)
        }
        out.append(contentsOf: "\r\n".utf8)
        return out
    }

    /// Encodes one chunk: its size in hexadecimal and its data, each followed by a line end.
    static func chunk(_ data: ArraySlice<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(data.count + 20)
        out.append(contentsOf: String(data.count, radix: 16).utf8)
        out.append(contentsOf: "\r\n".utf8)
        out.append(contentsOf: data)
        out.append(contentsOf: "\r\n".utf8)
        return out
    }

    static let lastChunk = Array("0\r\n\r\n".utf8)
    static let goAhead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static let owned = ["date", "connection", "content-length", "transfer-encoding"]

    private func add(_ name: String, _ value: String, to out: inout [UInt8]) {
        out.append(contentsOf: name.utf8)
        out.append(contentsOf: ": ".utf8)
        out.append(contentsOf: value.utf8)
        out.append(contentsOf: "\r\n".utf8)
    }
}

/// The way in which the end of a response body is marked (RFC 9112 §6).
enum ResponseFraming: Sendable, Equatable {
    /// Neither a body nor a field about it: 1xx, 204, 304.
    case none
    case length(Int)
    case chunked
    /// The body ends with the connection, the only way to stream to HTTP/1.0.
    case untilClose
}
