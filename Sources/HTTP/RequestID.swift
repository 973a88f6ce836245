import Basics

package enum RequestID {
    /// Returns the caller's `X-Request-Id` if it is harmless: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    ///
    /// The ID is copied into headers, JSON and log lines, where other characters could inject.
    package static func given(in fields: HeaderFields) -> String? {
        let values = fields.slices(of: "x-request-id")
        guard values.count == 1, let value = values.first, (1...64).contains(value.count),
            value.allSatisfy(isSafe)
        else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == ASCII.dot || byte == ASCII.hyphen
            || byte == 0x5F
    }
}

/// The caller's position in a distributed trace: the `traceparent` field of W3C Trace Context.
///
/// The two IDs consist of lower-case hexadecimal digits, so they are safe in a log line.
package struct TraceParent: Sendable, Equatable {
    package let traceID: String
    /// The ID of the caller's span.
    package let parentID: String

    private static let length = 55

    /// Nil if missing, repeated or invalid: a request never fails because of its trace (§4.3).
    package init?(_ fields: HeaderFields) {
        let values = fields.slices(of: "traceparent")
        guard values.count == 1 else { return nil }
        let value = Array(values[0])
        guard value.count >= Self.length, [2, 35, 52].allSatisfy({ value[$0] == ASCII.hyphen })
        else { return nil }
        let version = value[0..<2]
        let (trace, parent, flags) = (value[3..<35], value[36..<52], value[53..<55])
        guard
            [version, trace, parent, flags].allSatisfy({ $0.allSatisfy(ASCII.isLowercaseHexDigit) }
            ),
            // §3.2.2.1: version ff is forbidden.
            !version.elementsEqual("ff".utf8)
        else { return nil }
        if value.count > Self.length {
            // §4.3: later versions may append fields, each after a hyphen; version 00 has none.
            guard !version.elementsEqual("00".utf8), value[Self.length] == ASCII.hyphen else {
                return nil
            }
        }
        // §3.2.2.3: IDs of only zeros are invalid.
        guard trace.contains(where: { $0 != ASCII.zero }),
            parent.contains(where: { $0 != ASCII.zero })
        else { return nil }
        traceID = String(decoding: trace, as: UTF8.self)
        parentID = String(decoding: parent, as: UTF8.self)
    }
}
