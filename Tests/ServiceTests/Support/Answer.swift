import Foundation
import Testing

struct Answer {
    let status: Int
    let headers: [String: String]
    let body: Data
    /// In order, including repeated names.
    private let fields: [(name: String, value: String)]

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: [String: Any] {
        get throws { try #require(JSONSerialization.jsonObject(with: body) as? [String: Any]) }
    }

    /// The width and height of a PNG.
    var pictureSize: [Int] {
        let head = Array(body.prefix(24))
        guard head.count == 24 else { return [] }
        return [16, 20].map { start in head[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    func header(_ name: String) -> String? { headers[name.lowercased()] }

    func headers(_ name: String) -> [String] {
        fields.filter { $0.name == name.lowercased() }.map(\.value)
    }

    /// - Parameter lines: the head, status line first.
    init(lines: some Collection<Substring>, body: Data) {
        status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            return (line[..<colon].lowercased(), value.trimmingCharacters(in: .whitespaces))
        }
        headers = Dictionary(fields) { $1 }
        self.body = body
    }

    /// The first response after any `100 Continue`; nil if there is none.
    init?(_ bytes: Data) {
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        let rest = bytes[end.upperBound...]
        guard lines.first?.hasPrefix("HTTP/1.1 100 ") != true else {
            self.init(Data(rest))
            return
        }
        let head = Answer(lines: lines, body: Data())
        var body = Data(rest)
        if head.header("transfer-encoding") == "chunked" {
            body = Answer.unchunked(rest)
        } else if let length = head.header("content-length").flatMap({ Int($0) }) {
            body = Data(rest.prefix(length))
        }
        self.init(lines: lines, body: body)
    }

    private static func unchunked(_ bytes: Data) -> Data {
        var (rest, body) = (bytes, Data())
        while let line = rest.range(of: Data("\r\n".utf8)) {
            let digits = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
            guard let count = Int(digits, radix: 16), count > 0 else { break }
            body += rest[line.upperBound...].prefix(count)
            rest = rest[line.upperBound...].dropFirst(count + 2)
        }
        return body
    }
}
