import Basics

/// The identifier of a request in responses and logs.
package enum RequestID {
    /// Returns the caller's `X-Request-Id` if it is harmless: 1 to 64 of `A-Z a-z 0-9 . _ -`.
    ///
    /// The ID is copied into a header, a JSON body and a log line, so other characters could inject
    /// content there.
    package static func given(in fields: HeaderFields) -> String? {
        let values = fields.slices(of: "x-request-id")
        guard values.count == 1, let value = values.first, (1...64).contains(value.count),
            value.allSatisfy(isSafe)
        else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == ASCII.dot || byte == ASCII.hyphen
            || byte == 0x5F
    }
}
