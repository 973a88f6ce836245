import JSON
import Resources

extension SourceFiles {
    private static let largest = 16 << 20

    /// Reads a small file with names for a chat. Returns null if the file is missing or unreadable,
    /// because no message depends on it.
    mutating func smallTree(_ name: String) throws(ImportError) -> JSONValue {
        guard resolve(name) == name, (size(of: name) ?? 0) < Self.largest,
            case .bytes(let bytes) = try read(name), bytes.count < Self.largest
        else { return .null }
        guard allowance.takes(3 * bytes.count) else { throw .stopped }
        do throws(JSONError) {
            return try JSONValue(
                parsing: bytes, maxDepth: JSONDocument.maxDepth, allowance: allowance)
        } catch {
            if error == .stopped { throw .stopped }
            return .null
        }
    }
}
