import Basics
import HTTP
import Rendering

/// The content coding of a request's body. Bodies are inflated only here.
enum ContentCoding: Sendable {
    case identity, gzip, deflate

    /// The supported values of `Content-Encoding`.
    static let read = ["gzip", "deflate"]

    /// Returns nil for an unsupported coding, and for several.
    init?(_ fields: HeaderFields) {
        switch fields.values(of: "content-encoding").joined(separator: ", ").lowercased() {
        case "", "identity": self = .identity
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
    }

    /// Returns the inflated body, or the body itself if it is not compressed.
    ///
    /// - Parameter limit: the maximum inflated size.
    func inflated(
        _ body: consuming [UInt8], limit: Int, _ control: RenderControl
    ) throws(Explanation) -> [UInt8] {
        guard let format = format(of: body) else { return body }
        let sent = body.count
        do throws(Inflater.Fault) {
            let inflated = try Inflater.inflate(
                body, format, limit: limit, budget: control.budget)
            control.budget.release(sent)
            return inflated
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
    }

    private func format(of body: [UInt8]) -> Inflater.Coding? {
        switch self {
        case .identity: nil
        case .gzip: .gzip
        // RFC 9110 §8.4.1.2 defines `deflate` as zlib data, but some clients send raw deflate.
        case .deflate: Self.isZlib(body) ? .zlib : .deflate
        }
    }

    private static func isZlib(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
    }
}

extension Inflater.Fault {
    fileprivate var explanation: Explanation {
        switch self {
        case .stopped: .timeout
        case .corrupt:
            Explanation(
                .badCoding,
                "The body is not in the coding that Content-Encoding names, or it is truncated.")
        case .tooLarge(let limit):
            Explanation(
                .contentTooLarge,
                "The decompressed body has more than \(limit) bytes (setting inflated_bytes).",
                limit: limit, setting: Setting.inflatedBytes.name)
        }
    }
}
