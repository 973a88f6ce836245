import Basics
import CShipped

/// The files of `config` that are built into the program, by path.
package enum ShippedFiles {
    package static let all: [String: @Sendable () -> [UInt8]] = {
        var files: [String: @Sendable () -> [UInt8]] = [:]
        for index in 0..<shipped_count() {
            guard let file = unsafe shipped_file_at(index) else { continue }
            files[unsafe String(cString: file.pointee.path)] = { bytes(of: index) }
        }
        return files
    }()

    private static func bytes(of index: Int) -> [UInt8] {
        guard let file = unsafe shipped_file_at(index)?.pointee else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}

/// The name and version of this program.
package enum Program {
    package static let version = unsafe String(cString: shipped_version())
        .split(separator: "\n").joined().withoutBlanksAtEnds
    static let name = "Chatprint " + version
}
