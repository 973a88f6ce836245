import CSockets
import Glibc

/// A sealed, read-only file in memory, to pass to another process.
package final class MemoryFile: Sendable {
    package let descriptor: Descriptor

    package init(_ head: [UInt8], _ body: [UInt8]) throws(SystemError) {
        descriptor = try Descriptor(unsafe memory_file_open("chatprint"), from: "memfd_create")
        try descriptor.write(head)
        try descriptor.write(body)
        guard memory_file_seal(descriptor.number) == 0 else { throw SystemError("fcntl") }
    }

    /// Reads the head and body of a file received from another process. Their lengths were sent
    /// with the file; a file of another size is an error.
    package static func contents(
        of file: borrowing Descriptor, _ head: Int, _ body: Int
    ) throws(SystemError) -> (head: [UInt8], body: [UInt8]) {
        guard Int(try file.facts().st_size) == head + body else {
            throw SystemError("memory file", code: EBADMSG)
        }
        return (try read(file, at: 0, head), try read(file, at: head, body))
    }

    private static func read(
        _ file: borrowing Descriptor, at start: Int, _ size: Int
    ) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let number = file.number
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
            while count < size {
                let transfer = Transfer("pread") {
                    unsafe pread(
                        number, room.baseAddress.map { unsafe $0 + count }, size - count,
                        start + count)
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
        guard bytes.count == size else { throw SystemError("pread", code: EBADMSG) }
        return bytes
    }
}
