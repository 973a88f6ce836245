import Basics

extension ExportFiles {
    private static let maxTreeSize = 16 << 20

    /// Reads a small file with names for a chat. Returns null if the file is missing or unreadable,
    /// because no message depends on it.
    mutating func smallTree(_ name: String) throws(ImportError) -> JSONValue {
        guard resolve(name) == name, (size(of: name) ?? 0) < Self.maxTreeSize,
            case .bytes(let bytes) = try read(name), bytes.count < Self.maxTreeSize
        else { return .null }
        guard budget.reserve(3 * bytes.count) else { throw .stopped }
        do throws(JSONError) {
            return try JSONValue(
                parsing: bytes, maxDepth: JSONDocument.maxDepth, budget: budget)
        } catch {
            if error == .stopped { throw .stopped }
            return .null
        }
    }
}
