import CZip

/// A file of an archive that is being unpacked, from its beginning on.
@safe struct ZipFile: ~Copyable {
    private let file: OpaquePointer

    init(_ file: OpaquePointer) { unsafe self.file = file }

    deinit { unsafe zip_fclose(file) }

    /// Some bytes more, at most so many; none at the end, or where they cannot be unpacked.
    func read(_ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let read = unsafe zip_fread(file, buffer.baseAddress, UInt64(count))
            filled = max(0, min(Int(clamping: read), count))
        }
    }

    /// Whether nothing was wrong so far.
    var isWhole: Bool { unsafe zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_OK }
}

/// Reads stretches of a file of an archive, which goes forward alone: what was passed is unpacked
/// anew.
final class ZipEntryReader {
    private let entry: ZipEntry
    private let archive: ZipArchive
    private var file: ZipFile?
    private var position = 0

    init(_ entry: ZipEntry, of archive: ZipArchive) {
        self.entry = entry
        self.archive = archive
    }

    /// Some of the bytes of a range, from its beginning on; nil where they cannot be unpacked.
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
