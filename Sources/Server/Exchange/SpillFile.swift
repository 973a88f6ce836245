import CSockets
import Dispatch
import Glibc
import Synchronization
package import System

/// One file for all answers that wait for slow readers, in blocks of which each is somebody's or
/// free.
///
/// It is gone with the process whatever happens, because it never had a name. The disk gets its
/// room back whenever nobody waits any more.
package final class SpillFile: Sendable {
    static let blockSize = 64 << 10

    /// The content of one block, which is free again after its last use.
    final class Block: Sendable {
        fileprivate let number: Int
        private let file: SpillFile

        fileprivate init(_ number: Int, of file: SpillFile) {
            self.number = number
            self.file = file
        }

        deinit { file.free(number) }

        /// Reads it on the file's own queue: a slow disk holds up nobody but those who wait for it.
        func read(_ done: @escaping @Sendable (Result<[UInt8], SystemError>) -> Void) {
            file.reading.async { [self] in
                done(Result { () throws(SystemError) in try file.read(number) })
            }
        }
    }

    private struct Blocks {
        var free: [Int] = []
        var inUse = 0
        /// As many as the file is long.
        var all = 0
    }

    private let file: Descriptor
    private let maxBlocks: Int
    private let isInMemory: Bool
    private let blocks = Mutex(Blocks())
    private let reading = DispatchQueue(label: "spill")
    private let written = Counter()

    /// - Parameters:
    ///   - folder: where it lies.
    ///   - limit: the most that all answers together may hold there.
    ///   - limitInMemory: the same, where that folder is memory.
    package init(
        folder: String, limit: Int, limitInMemory: Int = .max
    ) throws(SystemError) {
        file = try Descriptor(unsafe open_spill_file(folder), from: "open")
        isInMemory = is_in_memory(file.number) == 1
        maxBlocks = (isInMemory ? min(limit, limitInMemory) : limit) / Self.blockSize
    }

    /// The most that it may hold.
    package var limit: Int { maxBlocks * Self.blockSize }

    /// The machine's memory that it takes, which the process's own figures do not include.
    package var memory: Int { isInMemory ? blocks.withLock { $0.all } * Self.blockSize : 0 }

    /// All that ever went through it.
    var bytesWritten: Int { written.value }

    /// Writes a block; nil when there is no room for it, by the limit or on the disk.
    func write(_ bytes: [UInt8]) -> Block? {
        let number: Int? = blocks.withLock { blocks in
            if let free = blocks.free.popLast() {
                blocks.inUse += 1
                return free
            }
            guard blocks.all < maxBlocks else { return nil }
            blocks.inUse += 1
            blocks.all += 1
            return blocks.all - 1
        }
        guard let number else { return nil }
        let block = Block(number, of: self)
        var done = 0
        while done < bytes.count {
            let rest = bytes[done...]
            let offset = number * Self.blockSize + done
            let transfer = unsafe rest.withUnsafeBytes { room in
                Transfer("pwrite") {
                    unsafe pwrite(file.number, room.baseAddress, room.count, offset)
                }
            }
            guard case .moved(let count) = transfer else { return nil }
            done += count
        }
        written.add(done)
        return block
    }

    private func read(_ number: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.blockSize)
        var done = 0
        while done < bytes.count {
            let offset = number * Self.blockSize + done
            let transfer = unsafe bytes.withUnsafeMutableBytes { room in
                Transfer("pread") {
                    unsafe pread(
                        file.number, room.baseAddress?.advanced(by: done), room.count - done,
                        offset)
                }
            }
            guard case .moved(let count) = transfer, count > 0 else {
                throw SystemError("pread", code: EIO)
            }
            done += count
        }
        return bytes
    }

    /// Not at once: a thread that releases a block must not wait for the disk.
    private func free(_ number: Int) {
        reading.async { [self] in
            blocks.withLock { blocks in
                blocks.inUse -= 1
                blocks.free.append(number)
                guard blocks.inUse == 0 else { return }
                blocks = Blocks()
                _ = ftruncate(file.number, 0)
            }
        }
    }
}
