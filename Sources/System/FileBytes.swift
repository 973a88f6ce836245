import Glibc

/// Reads files of any kind, up to a limit: a path may name an endless device.
package enum FileBytes {
    package static func read(_ path: String, atMost most: Int) throws(SystemError) -> [UInt8] {
        let file = try Descriptor(
            unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC), from: "open")
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(max(most, 1), 1 << 16))
        while bytes.count < most {
            switch file.read(into: &piece, atMost: most - bytes.count) {
            case .moved(0): return bytes
            case .moved(let count): bytes += piece[..<count]
            case .wouldBlock: throw SystemError("read", code: EAGAIN)
            case .failed(let error): throw error
            }
        }
        return bytes
    }
}
