import Basics

extension RequestHead {
    /// Derives from a request line and its fields where the message ends and which host it is for.
    init(_ line: borrowing RequestLine, _ fields: HeaderFields, size: Int) throws(HTTPFault) {
        method = line.method
        target = line.target
        version = line.version
        self.fields = fields
        self.size = size
        framing = try Self.framing(fields, line.version)
        authority = try Self.authority(fields, line.target, line.version)
        expectsContinue = try Self.expectsContinue(fields, line.version)
        keepsAlive = Self.keepsAlive(fields, line.version)
    }

    /// Determines the framing by RFC 9112 §6.3 without its lenient alternatives: a message with an
    /// ambiguous length is rejected.
    private static func framing(
        _ fields: HeaderFields, _ version: Version
    ) throws(HTTPFault) -> BodyFraming {
        let lengths = fields.slices(of: "content-length")
        let codings = fields.slices(of: "transfer-encoding")
        if !codings.isEmpty {
            guard lengths.isEmpty else { throw .framing(.lengthAndCoding) }
            // RFC 9112 §6.1: a server must treat Transfer-Encoding in HTTP/1.0 as faulty framing.
            guard version == .http11 else { throw .framing(.codingInOldVersion) }
            try checkCodings(codings)
            return .chunked
        }
        guard let length = lengths.first else { return .none }
        // Equal duplicates could be merged (§6.3), but no legitimate client sends them.
        guard lengths.count == 1 else { throw .framing(.lengthRepeated) }
        guard (1...19).contains(length.count), length.allSatisfy(ASCII.isDigit),
            let count = Int(String(decoding: length, as: UTF8.self))
        else { throw .framing(.lengthMalformed) }
        return count == 0 ? .none : .length(count)
    }

    private static func checkCodings(_ lines: [ArraySlice<UInt8>]) throws(HTTPFault) {
        var names: [ArraySlice<UInt8>] = []
        for line in lines {
            for element in line.split(separator: ASCII.comma, omittingEmptySubsequences: false) {
                let name = ASCII.trimmed(element)
                guard !name.isEmpty, name.allSatisfy(ASCII.isToken) else {
                    throw .framing(.codingMalformed)
                }
                names.append(name)
            }
        }
        guard let last = names.popLast(), ASCII.matches(last, "chunked"),
            !names.contains(where: { ASCII.matches($0, "chunked") })
        else { throw .framing(.codingMalformed) }
        if let other = names.first {
            throw .codingUnknown(String(decoding: other, as: UTF8.self))
        }
    }

    /// Validates the host by RFC 9112 §3.2: exactly one `Host` in HTTP/1.1, at most one in
    /// HTTP/1.0.
    private static func authority(
        _ fields: HeaderFields, _ target: RequestTarget, _ version: Version
    ) throws(HTTPFault) -> Authority? {
        let hosts = fields.slices(of: "host")
        guard hosts.count <= 1 else { throw .host(.repeated) }
        guard let value = hosts.first else {
            guard version == .http10 else { throw .host(.missing) }
            return target.authority
        }
        guard let host = Authority(value) else { throw .host(.malformed) }
        // §3.2.2 gives the target precedence. A request with two different hosts is rejected,
        // because a cache or proxy in front may have used the other one.
        if let named = target.authority {
            guard named.agrees(with: host, defaultPort: target.defaultPort) else {
                throw .host(.differs)
            }
        }
        return host
    }

    private static func expectsContinue(
        _ fields: HeaderFields, _ version: Version
    ) throws(HTTPFault) -> Bool {
        let expectations = fields.slices(of: "expect")
        // RFC 9110 §10.1.1: an expectation in HTTP/1.0 is ignored.
        guard version == .http11, !expectations.isEmpty else { return false }
        for value in expectations where !ASCII.matches(value, "100-continue") {
            throw .expectation(String(decoding: value.prefix(64), as: UTF8.self))
        }
        return true
    }

    private static func keepsAlive(_ fields: HeaderFields, _ version: Version) -> Bool {
        var asked = version == .http11
        for line in fields.slices(of: "connection") {
            for element in line.split(separator: ASCII.comma) {
                let option = ASCII.trimmed(element)
                if ASCII.matches(option, "close") { return false }
                if ASCII.matches(option, "keep-alive") { asked = true }
            }
        }
        return asked
    }
}
