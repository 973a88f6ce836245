import CZip

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
final class ZipEntryReader {
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
