import Basics

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
    /// The default port of an absolute target's scheme.
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

/// A decoded `name=value` pair of a query.
package struct QueryItem: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
