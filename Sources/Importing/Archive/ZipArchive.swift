import Basics
import CZip
import Model

/// An open ZIP archive, read in place. Nothing is written to disk.
@safe final class ZipArchive {
    let entries: [ZipEntry]
    /// The password of encrypted entries, if it is known.
    private var password: Secret?
    private let handle: OpaquePointer

    static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    init(_ pieces: ByteSource, limits: Limits) throws(ImportError) {
        guard let source = unsafe ZipByteSource.source(of: pieces) else {
            throw .archive(.unreadable)
        }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, nil) else {
            unsafe zip_source_free(source)
            throw .archive(.unreadable)
        }
        do throws(ImportError) {
            entries = try unsafe Self.entries(of: archive, limit: limits.archiveEntries)
        } catch {
            unsafe zip_discard(archive)
            throw error
        }
        unsafe handle = archive
    }

    deinit { unsafe zip_discard(handle) }

    private static func entries(
        of archive: OpaquePointer, limit: Int
    ) throws(ImportError) -> [ZipEntry] {
        let count = unsafe Int(clamping: zip_get_num_entries(archive, 0))
        guard count <= limit else {
            throw .archive(.limit(.archiveEntries, limit: limit, actual: count, entry: ""))
        }
        var entries: [ZipEntry] = []
        entries.reserveCapacity(max(count, 0))
        for index in 0..<UInt64(max(count, 0)) {
            var stat = unsafe zip_stat_t()
            guard unsafe zip_stat_index(archive, index, 0, &stat) == 0, let name = unsafe stat.name
            else { throw .archive(.unreadable) }
            unsafe entries.append(
                ZipEntry(
                    index: index, name: String(cString: name), size: Int(clamping: stat.size),
                    packedSize: Int(clamping: stat.comp_size),
                    isEncrypted: stat.encryption_method != ZIP_EM_NONE,
                    hasWeakCipher: stat.encryption_method == ZIP_EM_TRAD_PKWARE,
                    authenticatedKeyBytes: stat.crc == 0 ? keyBytes(stat) : nil))
        }
        return entries
    }

    private static func keyBytes(_ stat: zip_stat_t) -> Int? {
        switch unsafe Int32(stat.encryption_method) {
        case ZIP_EM_AES_128: 16
        case ZIP_EM_AES_192: 24
        case ZIP_EM_AES_256: 32
        default: nil
        }
    }

    /// The result is empty if the entry cannot be read.
    func prefix(of entry: ZipEntry, count: Int) -> [UInt8] {
        guard !entry.isEncrypted || password != nil, let file = open(entry) else { return [] }
        return file.read(min(count, max(entry.size, 0)))
    }

    /// Unpacks a whole entry. Its size must match the directory.
    ///
    /// If the budget runs out, the entry is reported as corrupt.
    func bytes(
        of entry: ZipEntry, limits: Limits, _ budget: WorkBudget = .unlimited
    ) throws(ArchiveFault) -> [UInt8] {
        var bytes: [UInt8] = []
        // The directory may state a false size. The reservation is limited to what deflate can
        // produce from the packed size (at most 1,032 times as much).
        bytes.reserveCapacity(min(entry.size, 1 << 20 + min(entry.packedSize, 1 << 40) * 1_032))
        try unpack(entry, limits: limits, budget) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Returns an entry as a byte source that unpacks while it is read. Reading backwards starts
    /// again at the beginning.
    ///
    /// The whole entry is unpacked once before, so that damage is found before any of it is used.
    func pieces(
        of entry: ZipEntry, limits: Limits, _ budget: WorkBudget
    ) throws(ArchiveFault) -> ByteSource {
        try unpack(entry, limits: limits, budget) { _ in }
        return try sequence(of: entry, limits: limits)
    }

    /// Returns an entry as `pieces` does, but finds damage only where it is read.
    func sequence(of entry: ZipEntry, limits: Limits) throws(ArchiveFault) -> ByteSource {
        try judge(entry, limits)
        let reader = ZipEntryReader(entry, of: self)
        return ByteSource(count: entry.size) { reader.read($0) }
    }

    private func judge(_ entry: ZipEntry, _ limits: Limits) throws(ArchiveFault) {
        guard !entry.isEncrypted || password != nil else { throw .encrypted(entry: entry.name) }
        let packed = max(entry.packedSize, 1)
        guard entry.size <= 1 << 20 || entry.size / packed <= limits.archiveRatio else {
            throw .limit(
                .archiveRatio, limit: limits.archiveRatio, actual: entry.size / packed,
                entry: entry.name)
        }
    }

    /// Unpacks an entry in pieces. Its size must match the directory.
    func unpack(
        _ entry: ZipEntry, limits: Limits, _ budget: WorkBudget, _ take: ([UInt8]) -> Void
    ) throws(ArchiveFault) {
        try judge(entry, limits)
        guard let file = open(entry) else { throw openFault(of: entry) }
        var count = 0
        while budget.mayContinue {
            let chunk = file.read(1 << 16)
            if chunk.isEmpty { break }
            count += chunk.count
            guard count <= entry.size else { throw .corrupt(entry: entry.name) }
            take(chunk)
        }
        // libzip checks the CRC when it reaches the end.
        guard count == entry.size, file.isWhole || isAuthentic(entry, budget) else {
            throw .corrupt(entry: entry.name)
        }
    }

    /// Sets the password of encrypted entries, and tries it on the smallest ones.
    ///
    /// - Parameter name: the name of the archive, for errors.
    func unlock(
        with password: Secret, name: String, limits: Limits, _ budget: WorkBudget
    ) throws(ImportError) {
        let isSet = password.use { bytes in
            var text = bytes.map { CChar(bitPattern: $0) } + [0]
            defer { for index in text.indices { text[index] = 0 } }
            return unsafe zip_set_default_password(handle, text) == 0
        }
        guard isSet else { throw .memory }
        self.password = password
        let sealed = entries.filter { $0.isEncrypted && !$0.isFolder }
        var fault: ArchiveFault?
        for entry in sealed.sorted(by: { $0.packedSize < $1.packedSize }).prefix(Self.maxTried) {
            do throws(ArchiveFault) {
                return try unpack(entry, limits: limits, budget) { _ in }
            } catch {
                guard budget.mayContinue else { throw .stopped }
                if case .encrypted = error { throw .locked(file: name, .wrong(.password)) }
                // A wrong password may pass the check of one byte.
                if case .corrupt = error, entry.hasWeakCipher {
                    throw .locked(file: name, .wrong(.password))
                }
                fault = error
            }
        }
        if let fault { throw .archive(fault) }
    }

    /// Returns whether an entry has the code of its encrypted bytes.
    ///
    /// Entries of the kind AE-2 have this code instead of a CRC, but libzip 1.7 rejects them, because
    /// it compares their CRC with zero. https://www.winzip.com/en/support/aes-encryption/
    private func isAuthentic(_ entry: ZipEntry, _ budget: WorkBudget) -> Bool {
        let flags = UInt32(ZIP_FL_COMPRESSED | ZIP_FL_ENCRYPTED)
        guard let keyBytes = entry.authenticatedKeyBytes, let password,
            let opened = unsafe zip_fopen_index(handle, entry.index, flags)
        else { return false }
        let file = unsafe ZipFile(opened)
        let salt = file.read(keyBytes / 2)
        let check = file.read(2)
        let keys = password.use { password in
            PBKDF2.key(
                from: password, salt: salt, rounds: 1_000, .sha1, count: 2 * keyBytes + 2)
        }
        guard let keys, keys.suffix(2).elementsEqual(check),
            let stream = try? HMACStream(key: Array(keys[keyBytes..<2 * keyBytes]), .sha1)
        else { return false }
        var left = entry.packedSize - keyBytes / 2 - 2 - Self.codeBytes
        while left > 0, budget.mayContinue {
            let piece = file.read(min(left, 1 << 16))
            guard !piece.isEmpty, (try? stream.update(piece)) != nil else { return false }
            left -= piece.count
        }
        let stated = file.read(Self.codeBytes)
        guard left == 0, let code = try? stream.code() else { return false }
        return HMAC.areEqual(Array(code.prefix(Self.codeBytes)), stated)
    }

    private static let codeBytes = 10

    /// The number of entries on which a password is tried, because some may be damaged.
    private static let maxTried = 3

    func open(_ entry: ZipEntry) -> ZipFile? {
        guard let file = unsafe zip_fopen_index(handle, entry.index, 0) else { return nil }
        return unsafe ZipFile(file)
    }

    private func openFault(of entry: ZipEntry) -> ArchiveFault {
        switch unsafe zip_error_code_zip(zip_get_error(handle)) {
        case ZIP_ER_WRONGPASSWD, ZIP_ER_NOPASSWD: .encrypted(entry: entry.name)
        case ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP: .unsupportedCompression(entry: entry.name)
        default: .corrupt(entry: entry.name)
        }
    }
}

/// A file in an archive, as its directory describes it.
struct ZipEntry: Sendable, Equatable {
    let index: UInt64
    let name: String
    /// The unpacked and packed sizes in bytes, as the directory states them.
    let size: Int
    let packedSize: Int
    let isEncrypted: Bool
    /// Whether the cipher is that of the first ZIP programs, which checks one byte of a password.
    var hasWeakCipher = false
    /// The length of the key of an entry with AES whose directory states no CRC.
    var authenticatedKeyBytes: Int?

    /// Whether the name stays within the archive. Entries with other names are treated as absent,
    /// although no name ever reaches the disk.
    var hasPlainName: Bool { Path.isPlain(name) }

    var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
}

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

/// An entry of an archive that is unpacked sequentially.
@safe struct ZipFile: ~Copyable {
    private let file: OpaquePointer

    init(_ file: OpaquePointer) { unsafe self.file = file }

    deinit { unsafe zip_fclose(file) }

    /// Reads at most `count` more bytes. The result is empty at the end, or if they cannot be
    /// unpacked.
    func read(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let read = unsafe zip_fread(file, buffer.baseAddress, UInt64(count))
            filled = max(0, min(Int(clamping: read), count))
        }
    }

    /// Whether no error has occurred so far.
    var isWhole: Bool { unsafe zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_OK }
}

/// Reads ranges of an archive entry. Unpacking is sequential, so that reading backwards unpacks the
/// entry again from its beginning.
private final class ZipEntryReader {
    private let entry: ZipEntry
    private let archive: ZipArchive
    private var file: ZipFile?
    private var position = 0

    init(_ entry: ZipEntry, of archive: ZipArchive) {
        self.entry = entry
        self.archive = archive
    }

    /// Returns some bytes of a range, from its beginning; nil if they cannot be unpacked.
    func read(_ range: Range<Int>) -> [UInt8]? {
        if range.lowerBound < position || position == 0 {
            file = archive.open(entry)
            position = 0
        }
        while position < range.lowerBound {
            guard advance(min(range.lowerBound - position, 1 << 16)) != nil else { return nil }
        }
        return advance(range.count)
    }

    private func advance(_ count: Int) -> [UInt8]? {
        guard let bytes = file?.read(count), !bytes.isEmpty else { return nil }
        position += bytes.count
        return bytes
    }
}
