import Basics
import CZip
import Model

/// An open ZIP archive, read in place. Nothing is written to disk.
@safe final class ZipArchive {
    let entries: [ZipEntry]
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
                    isEncrypted: stat.encryption_method != ZIP_EM_NONE))
        }
        return entries
    }

    /// The result is empty if the entry cannot be read.
    func prefix(of entry: ZipEntry, count: Int) -> [UInt8] {
        guard !entry.isEncrypted, let file = open(entry) else { return [] }
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
        let reader = ZipEntryReader(entry, of: self)
        return ByteSource(count: entry.size) { reader.read($0) }
    }

    /// Unpacks an entry in pieces. Its size must match the directory.
    func unpack(
        _ entry: ZipEntry, limits: Limits, _ budget: WorkBudget, _ take: ([UInt8]) -> Void
    ) throws(ArchiveFault) {
        guard !entry.isEncrypted else { throw .encrypted(entry: entry.name) }
        let packed = max(entry.packedSize, 1)
        if entry.size > 1 << 20, entry.size / packed > limits.archiveRatio {
            throw .limit(
                .archiveRatio, limit: limits.archiveRatio, actual: entry.size / packed,
                entry: entry.name)
        }
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
        guard file.isWhole, count == entry.size else { throw .corrupt(entry: entry.name) }
    }

    func open(_ entry: ZipEntry) -> ZipFile? {
        guard let file = unsafe zip_fopen_index(handle, entry.index, 0) else { return nil }
        return unsafe ZipFile(file)
    }

    private func openFault(of entry: ZipEntry) -> ArchiveFault {
        switch unsafe zip_error_code_zip(zip_get_error(handle)) {
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

    /// Whether the name stays within the archive. Entries with other names are treated as absent,
    /// although no name ever reaches the disk.
    var hasPlainName: Bool { Path.isPlain(name) }

    var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }
}
