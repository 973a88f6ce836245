import Foundation

enum ProcessMemory {
    /// Resident bytes, from /proc; nil where there is none.
    static var resident: Int? {
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else {
            return nil
        }
        let fields = String(decoding: data, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * 4_096
    }
}
