import Basics

package struct Request: Sendable, Equatable {
    package let head: RequestHead
    package let body: [UInt8]
}

/// A validated request line and its fields, on which decisions before reading the body are based.
package struct RequestHead: Sendable, Equatable {
    package let method: Method
    package let target: RequestTarget
    let version: Version
    package let fields: HeaderFields
    /// The requested host; nil only in HTTP/1.0 without a `Host`.
    let authority: Authority?
    let framing: BodyFraming
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
    let expectsContinue: Bool
    /// Whether the client intends to reuse the connection (RFC 9112 §9.3).
    let keepsAlive: Bool
    /// The number of bytes from the start of the request line to the end of the empty line.
    let size: Int
}

/// The way in which the end of a request body is marked (RFC 9112 §6).
enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// The minor version of HTTP/1 in a request: 1.0, or 1.1 and any later 1.x (RFC 9110 §2.5).
enum Version: Sendable, Equatable {
    case http10
    case http11
}

/// A request method. Methods that routes may support are named; all others are `other`.
package enum Method: Sendable, Hashable {
    case get, head, post, put, delete, options, patch, trace, connect
    case other(String)

    package init(_ name: String) {
        switch name {
        case "GET": self = .get
        case "HEAD": self = .head
        case "POST": self = .post
        case "PUT": self = .put
        case "DELETE": self = .delete
        case "OPTIONS": self = .options
        case "PATCH": self = .patch
        case "TRACE": self = .trace
        case "CONNECT": self = .connect
        default: self = .other(name)
        }
    }

    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .patch: "PATCH"
        case .trace: "TRACE"
        case .connect: "CONNECT"
        case .other(let name): name
        }
    }
}

/// The target of a request, decoded once (RFC 9112 §3.2).
package struct RequestTarget: Sendable, Equatable {
    /// The target as sent, for logs but never for decisions.
    package let raw: String
    /// The path after one percent-decoding; `*` for the asterisk form.
    ///
    /// Dot segments, double slashes and escaped slashes are kept, so such a path matches no route
    /// and gets 404. It is never rewritten to an existing path.
    package let path: String
    /// The query's pairs in order; a `+` is a space, as in forms.
    package let query: [QueryItem]
    /// The host and port of an absolute-form target.
    let authority: Authority?
    let defaultPort: Int

    init(_ bytes: ArraySlice<UInt8>, method: Method) throws(HTTPFault) {
        raw = String(decoding: bytes, as: UTF8.self)
        try Self.check(bytes)
        if bytes.elementsEqual([ASCII.asterisk]) {
            guard method == .options else { throw .target(.asterisk) }
            (path, query, authority, defaultPort) = ("*", [], nil, 80)
            return
        }
        if method == .connect {
            // CONNECT is the only method with an authority as its target. It is not supported.
            (path, query, authority, defaultPort) = ("", [], nil, 80)
            return
        }
        var local = bytes
        if bytes.first == ASCII.slash {
            (authority, defaultPort) = (nil, 80)
        } else {
            (authority, defaultPort, local) = try Self.absolute(bytes)
        }
        let mark = local.firstIndex(of: ASCII.question) ?? local.endIndex
        path = try Self.path(local[..<mark])
        query = try Self.query(local[mark...].dropFirst())
    }

    /// Rejects bytes that no target may contain: control characters, spaces, a fragment and bytes
    /// above 0x7F. Also rejects a backslash, which another parser could read as a slash.
    private static func check(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) {
        for byte in bytes {
            switch byte {
            case 0x80...: throw .target(.rawByte)
            case ...ASCII.space, ASCII.delete: throw .target(.control)
            case 0x23: throw .target(.fragment)
            case ASCII.backslash: throw .target(.backslash)
            default: continue
            }
        }
    }

    private typealias Absolute = (Authority?, Int, ArraySlice<UInt8>)

    private static func absolute(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> Absolute {
        let rest: ArraySlice<UInt8>
        let port: Int
        if ASCII.matches(bytes.prefix(7), "http://") {
            (rest, port) = (bytes.dropFirst(7), 80)
        } else if ASCII.matches(bytes.prefix(8), "https://") {
            (rest, port) = (bytes.dropFirst(8), 443)
        } else {
            throw .target(.form)
        }
        let end = rest.firstIndex { $0 == ASCII.slash || $0 == ASCII.question } ?? rest.endIndex
        guard let authority = Authority(rest[..<end]) else { throw .host(.malformed) }
        return (authority, port, rest[end...])
    }

    private static func path(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> String {
        if bytes.isEmpty { return "/" }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var reader = PercentReader(bytes)
        while let byte = try reader.next() {
            if reader.wasEscaped {
                if ASCII.isControl(byte) { throw .target(.escapedControl) }
                if byte == ASCII.slash {
                    decoded.append(contentsOf: "%2F".utf8)
                    continue
                }
            }
            decoded.append(byte)
        }
        return try text(decoded)
    }

    private static func query(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> [QueryItem] {
        var items: [QueryItem] = []
        for pair in bytes.split(separator: 0x26) {
            let middle = pair.firstIndex(of: ASCII.equals) ?? pair.endIndex
            items.append(
                QueryItem(try form(pair[..<middle]), try form(pair[middle...].dropFirst())))
        }
        return items
    }

    private static func form(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var reader = PercentReader(bytes)
        while let byte = try reader.next() {
            if reader.wasEscaped {
                if byte == 0 || byte == ASCII.carriageReturn || byte == ASCII.lineFeed {
                    throw .target(.escapedControl)
                }
                decoded.append(byte)
            } else {
                decoded.append(byte == ASCII.plus ? ASCII.space : byte)
            }
        }
        return try text(decoded)
    }

    /// Rejects invalid UTF-8, including overlong forms such as `%c0%af`.
    private static func text(_ bytes: [UInt8]) throws(HTTPFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .target(.encoding)
        }
        return text
    }
}

package struct QueryItem: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Decodes the percent escapes of a target exactly once (RFC 3986 §2.1).
private struct PercentReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private(set) var wasEscaped = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    mutating func next() throws(HTTPFault) -> UInt8? {
        guard position < bytes.endIndex else { return nil }
        let byte = bytes[position]
        wasEscaped = byte == ASCII.percent
        guard wasEscaped else {
            position += 1
            return byte
        }
        guard position + 2 < bytes.endIndex,
            let high = Hexadecimal.value(bytes[position + 1]),
            let low = Hexadecimal.value(bytes[position + 2])
        else { throw .target(.escape) }
        position += 3
        return high << 4 | low
    }
}

/// The host and port in a `Host` field or an absolute-form target (RFC 3986 §3.2, RFC 9110 §7.2).
struct Authority: Sendable, Equatable {
    /// The host in lower case, because hosts are compared case-insensitively.
    let host: String
    let port: Int?

    /// No userinfo, no list, no path, nothing that two parsers could read as different hosts.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first else { return nil }
        let hostEnd: Int
        if first == ASCII.openBracket {
            guard let close = bytes.firstIndex(of: ASCII.closeBracket),
                Self.isAddress6(bytes[(bytes.startIndex + 1)..<close])
            else { return nil }
            hostEnd = close + 1
        } else {
            hostEnd = bytes.firstIndex(of: ASCII.colon) ?? bytes.endIndex
            let name = bytes[bytes.startIndex..<hostEnd]
            guard !name.isEmpty, Self.isName(name) else { return nil }
        }
        guard let port = Self.port(in: bytes[hostEnd...]) else { return nil }
        host = String(decoding: bytes[..<hostEnd].map(ASCII.lowercased), as: UTF8.self)
        self.port = port.number
    }

    func agrees(with other: Self, defaultPort: Int) -> Bool {
        host == other.host && (port ?? defaultPort) == (other.port ?? defaultPort)
    }

    /// RFC 3986 §3.2.2. A comma is rejected because it would form a list. So is an escaped
    /// delimiter of a host or a line, because a decoder would see a different host.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == ASCII.percent {
                guard index + 2 < bytes.endIndex, let high = Hexadecimal.value(bytes[index + 1]),
                    let low = Hexadecimal.value(bytes[index + 2]),
                    isHarmless(escaped: high << 4 | low)
                else { return false }
                index += 3
            } else {
                guard isNameByte(bytes[index]) else { return false }
                index += 1
            }
        }
        return true
    }

    /// RFC 3986's unreserved characters, and its sub-delims other than the comma.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || "-._~!$&'()*+;=".utf8.contains(byte)
    }

    private static func isHarmless(escaped byte: UInt8) -> Bool {
        byte >= 0x80 || isNameByte(byte)
    }

    private static func isAddress6(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 2 && bytes.contains(ASCII.colon)
            && bytes.allSatisfy {
                Hexadecimal.value($0) != nil || $0 == ASCII.colon || $0 == ASCII.dot
            }
    }

    private struct Port {
        let number: Int?
    }

    /// Nothing, a bare colon (RFC 3986 allows an empty port), or a colon and a number.
    private static func port(in bytes: ArraySlice<UInt8>) -> Port? {
        guard let colon = bytes.first else { return Port(number: nil) }
        let digits = bytes.dropFirst()
        guard colon == ASCII.colon, digits.count <= 5, digits.allSatisfy(ASCII.isDigit) else {
            return nil
        }
        if digits.isEmpty { return Port(number: nil) }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
        return number <= 65_535 ? Port(number: number) : nil
    }
}
