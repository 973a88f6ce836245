import Basics

/// A request line `METHOD SP target SP HTTP/x.y` (RFC 9112 §3).
struct RequestLine {
    let method: Method
    let target: RequestTarget
    let version: Version

    init(_ line: ArraySlice<UInt8>, limits: MessageLimits) throws(HTTPFault) {
        guard let space = line.firstIndex(of: ASCII.space) else {
            throw line.count > limits.methodBytes ? .method : .requestLine
        }
        let name = line[..<space]
        try Self.checkMethod(name, limits: limits)
        let rest = line[(space + 1)...]
        guard let end = rest.firstIndex(of: ASCII.space) else { throw .requestLine }
        let target = rest[..<end]
        guard !target.isEmpty else { throw .requestLine }
        // The version is checked first, so that the HTTP/2 preface `PRI * HTTP/2.0` gets a version
        // error instead of a target error.
        version = try Self.version(rest[(end + 1)...])
        guard target.count <= limits.targetBytes else {
            throw .targetTooLong(limit: limits.targetBytes)
        }
        method = Method(String(decoding: name, as: UTF8.self))
        self.target = try RequestTarget(target, method: method)
    }

    /// Methods are case-sensitive and all registered ones are in upper case, so `get` is invalid.
    private static func checkMethod(
        _ name: ArraySlice<UInt8>, limits: MessageLimits
    ) throws(HTTPFault) {
        guard !name.isEmpty else { throw .requestLine }
        guard name.count <= limits.methodBytes,
            name.allSatisfy({ ASCII.isToken($0) && $0 &- 0x61 >= 26 })
        else { throw .method }
    }

    private static func version(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> Version {
        let start = bytes.startIndex
        guard bytes.count == 8, bytes.prefix(5).elementsEqual("HTTP/".utf8),
            ASCII.isDigit(bytes[start + 5]), bytes[start + 6] == ASCII.dot,
            ASCII.isDigit(bytes[start + 7])
        else { throw .requestLine }
        let (major, minor) = (bytes[start + 5], bytes[start + 7])
        guard major == ASCII.zero + 1 else {
            throw .version(String(decoding: bytes, as: UTF8.self))
        }
        return minor == ASCII.zero ? .http10 : .http11
    }
}
