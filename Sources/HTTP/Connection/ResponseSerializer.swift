import Basics

struct ResponseSerializer {
    let version: Version
    let persists: Bool
    /// The response's `Date`; empty if there is no clock (RFC 9110 §6.6.1).
    let date: String

    /// Encodes the head, always with `HTTP/1.1`: a server states the highest version it supports
    /// (RFC 9112 §2.3).
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
