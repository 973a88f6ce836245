import CSockets
import Glibc

/// A sealed, read-only file in memory, to pass to another process.
package final class MemoryFile: Sendable {
    package let descriptor: Descriptor
    package let count: Int

    package init(_ bytes: [UInt8]) throws(SystemError) {
        descriptor = try Descriptor(unsafe memory_file_open("chatprint"), from: "memfd_create")
        count = bytes.count
        try descriptor.write(bytes)
        guard memory_file_seal(descriptor.number) == 0 else { throw SystemError("fcntl") }
    }

    package func contents() throws(SystemError) -> [UInt8] {
        try MemoryFile.contents(of: descriptor)
    }

    /// Reads a whole file received from another process.
    package static func contents(of file: borrowing Descriptor) throws(SystemError) -> [UInt8] {
        let size = Int(try file.facts().st_size)
        var failure: SystemError?
        let number = file.number
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
            while count < size {
                let transfer = Transfer("pread") {
                    unsafe pread(
                        number, room.baseAddress.map { unsafe $0 + count }, size - count, count)
                }
                switch transfer {
                case .moved(0): return
                case .moved(let moved): count += moved
                case .wouldBlock: return
                case .failed(let error):
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
