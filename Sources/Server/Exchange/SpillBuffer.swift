import CSockets
import Glibc

/// Bytes on their way from a fast writer to a slow reader: a little memory first, then a file
/// without a name.
///
/// Neither side ever waits for the other. The file is gone with the process whatever happens,
/// because it never had a name (O_TMPFILE), and its room is given back whenever it has been read to
/// the end.
struct SpillBuffer: ~Copyable, Sendable {
    private let memoryLimit: Int
    private let fileLimit: Int
    private let directory: String
    private var pieces: [ArraySlice<UInt8>] = []
    private var firstPiece = 0
    private var inMemory = 0
    private var file: Descriptor?
    private var written = 0
    private var read = 0

    /// Bytes that went through the file.
    private(set) var spilled = 0

    init(memoryLimit: Int, fileLimit: Int, directory: String) {
        self.memoryLimit = memoryLimit
        self.fileLimit = fileLimit
        self.directory = directory
    }

    var isEmpty: Bool { inMemory == 0 && read == written }

    /// One piece may be as large as all of an answer; more than this of it is not kept whole.
    private static let longestPiece = 64 << 10

    /// Takes bytes in; throws when the file cannot be opened, is full, or has reached its limit.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        guard bytes.count > Self.longestPiece else { return try appendPiece(bytes) }
        var rest = bytes
        while !rest.isEmpty {
            // A copy: a slice would keep all that it is a slice of.
            try appendPiece(ArraySlice(Array(rest.prefix(Self.longestPiece))))
            rest = rest.dropFirst(Self.longestPiece)
        }
    }

    private mutating func appendPiece(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        if bytes.isEmpty { return }
        // Once some are in the file, all others queue behind them.
        if read == written, inMemory + bytes.count <= memoryLimit || inMemory == 0 {
            pieces.append(bytes)
            inMemory += bytes.count
            return
        }
        guard written + bytes.count <= fileLimit else {
            throw SystemError("spill file", code: EFBIG)
        }
        try spill(bytes)
    }

    /// Up to that many of the oldest bytes; nil when there are none.
    mutating func take(_ most: Int) throws(SystemError) -> ArraySlice<UInt8>? {
        if inMemory > 0 { return takeFromMemory(most) }
        guard read < written else { return nil }
        return try takeFromFile(most)
    }

    private mutating func takeFromMemory(_ most: Int) -> ArraySlice<UInt8> {
        let piece = pieces[firstPiece]
        let taken = piece.prefix(most)
        inMemory -= taken.count
        if taken.count < piece.count {
            pieces[firstPiece] = piece.dropFirst(taken.count)
        } else {
            pieces[firstPiece] = []
            firstPiece += 1
            if firstPiece == pieces.count {
                pieces = []
                firstPiece = 0
            }
        }
        return taken
    }

    private mutating func takeFromFile(_ most: Int) throws(SystemError) -> ArraySlice<UInt8> {
        guard let number = file?.number else { return [] }
        let count = min(most, written - read)
        var bytes = [UInt8](repeating: 0, count: count)
        let offset = read
        let transfer = unsafe bytes.withUnsafeMutableBytes { room in
            Transfer("pread") { unsafe pread(number, room.baseAddress, count, offset) }
        }
        guard case .moved(let moved) = transfer, moved > 0 else {
            throw SystemError("pread", code: EIO)
        }
        read += moved
        if read == written {
            // Everything is out: the disk gets its blocks back and the next bytes go through
            // memory.
            _ = ftruncate(number, 0)
            read = 0
            written = 0
        }
        return bytes[..<moved]
    }

    private mutating func spill(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        if file == nil {
            file = try Descriptor(
                unsafe open_spill_file(directory), from: "open spill file")
        }
        guard let number = file?.number else { return }
        var rest = bytes
        while !rest.isEmpty {
            let offset = written
            let transfer = unsafe rest.withUnsafeBytes { room in
                Transfer("pwrite") { unsafe pwrite(number, room.baseAddress, room.count, offset) }
            }
            switch transfer {
            case .moved(let count):
                written += count
                spilled += count
                rest = rest.dropFirst(count)
            case .wouldBlock:
                throw SystemError("pwrite", code: EAGAIN)
            case .failed(let error):
                throw error
            }
        }
    }
}
