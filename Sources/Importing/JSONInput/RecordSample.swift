import Basics

/// The first elements of a JSON array in the head of a file. The array may be truncated.
enum RecordSample {
    static func records(
        in head: [UInt8], at path: [String], most: Int, budget: WorkBudget = .unlimited
    ) -> [JSONValue] {
        var records: [JSONValue] = []
        do throws(JSONError) {
            var reader = try JSONReader(
                head, maxDepth: JSONDocument.maxDepth, knowsByteEscapes: true,
                budget: budget)
            try reader.visit(path[...]) { reader throws(JSONError) in
                guard try reader.peek() == .array else { return try reader.skip() }
                try reader.beginArray()
                while records.count < most, try reader.nextElement() {
                    records.append(try reader.value())
                }
                // The remaining elements are not needed.
                throw .stopped
            }
        } catch {
            return records
        }
        return records
    }
}
