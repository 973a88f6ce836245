import JSON

extension JSONReader {
    /// Calls before each element of an array; the call reads it. What is no array is passed over.
    mutating func elements(
        _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard try peek() == .array else { return try skip() }
        try beginArray()
        while try nextElement() { try body(&self) }
    }
}
