import Basics
import CZip

/// A libzip source that reads an archive through `ByteSource`. libzip has sources only for files
/// and memory. The files beside a caller's export can only be read through a closure.
@safe final class ZipByteSource {
    private let pieces: ByteSource
    private var position = 0
    private var fault = unsafe zip_error_t()

    private init(_ pieces: ByteSource) { self.pieces = pieces }

    /// The source owns the `ZipByteSource` object: freeing the source frees both.
    static func source(of pieces: ByteSource) -> OpaquePointer? {
        let owner = unsafe Unmanaged.passRetained(ZipByteSource(pieces))
        guard let source = unsafe zip_source_function_create(answer, owner.toOpaque(), nil) else {
            unsafe owner.release()
            return nil
        }
        return unsafe source
    }

    private static let answer: zip_source_callback = { owner, data, length, command in
        guard let owner = unsafe owner else { return -1 }
        let reference = unsafe Unmanaged<ZipByteSource>.fromOpaque(owner)
        guard command != ZIP_SOURCE_FREE else {
            unsafe reference.release()
            return 0
        }
        return unsafe reference.takeUnretainedValue().answer(
            command, UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length)))
    }

    private func answer(
        _ command: zip_source_cmd_t, _ data: UnsafeMutableRawBufferPointer
    ) -> Int64 {
        switch command {
        case ZIP_SOURCE_OPEN:
            position = 0
            return 0
        case ZIP_SOURCE_READ: return unsafe read(into: data)
        case ZIP_SOURCE_CLOSE: return 0
        case ZIP_SOURCE_STAT:
            guard unsafe data.count >= MemoryLayout<zip_stat_t>.size else { return -1 }
            var stat = unsafe zip_stat_t()
            unsafe zip_stat_init(&stat)
            unsafe stat.size = UInt64(pieces.count)
            unsafe stat.valid = UInt64(ZIP_STAT_SIZE)
            unsafe data.storeBytes(of: stat, as: zip_stat_t.self)
            return unsafe Int64(MemoryLayout<zip_stat_t>.size)
        case ZIP_SOURCE_SEEK:
            guard let place = data.baseAddress else { return -1 }
            let target = unsafe zip_source_seek_compute_offset(
                UInt64(position), UInt64(pieces.count), place, UInt64(data.count), &fault)
            guard target >= 0 else { return -1 }
            position = Int(target)
            return 0
        case ZIP_SOURCE_TELL: return Int64(position)
        case ZIP_SOURCE_ERROR:
            return unsafe zip_error_to_data(&fault, data.baseAddress, UInt64(data.count))
        case ZIP_SOURCE_SUPPORTS: return Self.commands
        default:
            unsafe zip_error_set(&fault, ZIP_ER_OPNOTSUPP, 0)
            return -1
        }
    }

    private static let commands = [
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR,
        ZIP_SOURCE_FREE, ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
    ].reduce(Int64(0)) { $0 | 1 << Int64($1.rawValue) }

    private func read(into room: UnsafeMutableRawBufferPointer) -> Int64 {
        let end = min(pieces.count, position + room.count)
        guard position < end else { return 0 }
        guard let bytes = pieces.read(position..<end), !bytes.isEmpty else {
            unsafe zip_error_set(&fault, ZIP_ER_READ, 0)
            return -1
        }
        unsafe room.copyBytes(from: bytes.prefix(room.count))
        position += min(bytes.count, room.count)
        return Int64(min(bytes.count, room.count))
    }
}
