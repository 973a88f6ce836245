import CDeflate

/// Writes a ZIP (PKWARE's APPNOTE 6.3) file by file, with Zip64 where sizes require it. The same
/// files always give the same bytes.
package struct ZIPWriter {
    package enum Method: Sendable {
        /// Stored without compression, for data that is already compressed.
        case stored
        case deflated
    }

    private struct Entry {
        let name: String
        let method: UInt16
        let crc: UInt32
        let size: UInt64
        let compressedSize: UInt64
        let offset: UInt64
    }

    /// The placeholder for a value in a Zip64 field.
    private static let elsewhere: UInt32 = .max
    /// Names are in UTF-8 (bit 11).
    private static let flags: UInt16 = 0x0800
    /// The earliest ZIP date, so that no clock is needed: 1980-01-01 00:00.
    private static let date: UInt16 = 0x0021

    private var entries: [Entry] = []
    private var offset: UInt64

    package init() { offset = 0 }

    /// Starts at an offset, to test large archives.
    init(offset: UInt64) { self.offset = offset }

    /// Adds a file. Everything in its name that could lead out of the extraction folder is
    /// replaced.
    ///
    /// - Parameters:
    ///   - folders: the file's folders, outermost first.
    ///   - check: called between the steps of compression, which may take long. Nothing is written if
    ///     it throws.
    package mutating func add(
        _ name: String, in folders: [String] = [], _ bytes: [UInt8], _ method: Method,
        to sink: ByteSink, check: () throws -> Void = {}
    ) throws {
        let crc = unsafe libdeflate_crc32(0, bytes, bytes.count)
        let packed: [UInt8]
        switch method {
        case .stored: packed = bytes
        case .deflated: packed = try Deflater.deflated(bytes, check: check)
        }
        let entry = Entry(
            name: Self.path(folders + [name]), method: method == .stored ? 0 : 8, crc: crc,
            size: UInt64(bytes.count), compressedSize: UInt64(packed.count), offset: offset)
        try write(localHeader(entry), to: sink)
        try write(packed, to: sink)
        entries.append(entry)
    }

    package consuming func finish(to sink: ByteSink) throws(SinkFailure) {
        let start = offset
        for entry in entries { try write(centralHeader(entry), to: sink) }
        let size = offset - start
        var end: [UInt8] = []
        let count = UInt64(entries.count)
        if count >= 0xFFFF || start >= UInt64(Self.elsewhere) || size >= UInt64(Self.elsewhere) {
            appendZip64End(count: count, size: size, start: start, to: &end)
        }
        end.append(little: 0x0605_4B50 as UInt32)
        end.append(little: 0 as UInt32)
        end.append(little: UInt16(min(count, 0xFFFF)))
        end.append(little: UInt16(min(count, 0xFFFF)))
        end.append(little: Self.short(size))
        end.append(little: Self.short(start))
        end.append(little: 0 as UInt16)
        try write(end, to: sink)
    }

    package static func path(_ names: [String]) -> String {
        names.map(safeName).joined(separator: "/")
    }

    /// The maximum length in bytes; no system supports much longer names.
    private static let maxNameLength = 240
    /// The length of a long name's end that is kept: its number and extension distinguish it from
    /// others.
    private static let keptEnd = 32

    /// The names of Windows devices. With an extension, they are reserved as well.
    private static let devices = Set(
        ["CON", "PRN", "AUX", "NUL"] + (0...9).flatMap { ["COM\($0)", "LPT\($0)"] })

    /// Neither a path, a hidden file nor a device, and without characters that a system forbids.
    private static func safeName(_ name: String) -> String {
        let forbidden = Set("/\\:*?\"<>|".unicodeScalars)
        var safeName = String.UnicodeScalarView()
        for scalar in shortened(name).unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            safeName.append(isControl || forbidden.contains(scalar) ? "_" : scalar)
        }
        // Windows drops a dot or space at the end.
        if let last = safeName.last, last == "." || last == " " {
            safeName.removeLast()
            safeName.append("_")
        }
        let stem = String(safeName.prefix { $0 != "." })
        if safeName.first == "." || safeName.isEmpty || devices.contains(stem.uppercased()) {
            safeName.insert("_", at: safeName.startIndex)
        }
        return String(safeName)
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maxNameLength else { return name }
        let end = name.unicodeScalars.suffix(keptEnd)
        var room = maxNameLength - String(end).utf8.count
        let start = name.unicodeScalars.prefix { scalar in
            room -= UTF8.width(scalar)
            return room >= 0
        }
        return String(start) + String(end)
    }

    private mutating func write(
        _ bytes: [UInt8], to sink: ByteSink
    ) throws(SinkFailure) {
        try sink.write(bytes)
        offset += UInt64(bytes.count)
    }

    private func localHeader(_ entry: Entry) -> [UInt8] {
        // A local header has either both sizes in the extra field, or neither (§4.5.3).
        let isLarge = max(entry.size, entry.compressedSize) >= UInt64(Self.elsewhere)
        var header: [UInt8] = []
        header.append(little: 0x0403_4B50 as UInt32)
        header.append(little: (isLarge ? 45 : 20) as UInt16)
        appendCommon(entry, to: &header)
        header.append(little: isLarge ? Self.elsewhere : UInt32(entry.compressedSize))
        header.append(little: isLarge ? Self.elsewhere : UInt32(entry.size))
        header.append(little: UInt16(entry.name.utf8.count))
        header.append(little: (isLarge ? 20 : 0) as UInt16)
        header.append(contentsOf: entry.name.utf8)
        if isLarge {
            header.append(little: 1 as UInt16)
            header.append(little: 16 as UInt16)
            header.append(little: entry.size)
            header.append(little: entry.compressedSize)
        }
        return header
    }

    private func centralHeader(_ entry: Entry) -> [UInt8] {
        let values = [entry.size, entry.compressedSize, entry.offset]
        let large = values.filter { $0 >= UInt64(Self.elsewhere) }
        var header: [UInt8] = []
        header.append(little: 0x0201_4B50 as UInt32)
        // The host system is Unix, so that the external attributes below are a file mode.
        header.append(little: (3 << 8 | 45) as UInt16)
        header.append(little: (large.isEmpty ? 20 : 45) as UInt16)
        appendCommon(entry, to: &header)
        header.append(little: Self.short(entry.compressedSize))
        header.append(little: Self.short(entry.size))
        header.append(little: UInt16(entry.name.utf8.count))
        header.append(little: UInt16(large.isEmpty ? 0 : 4 + 8 * large.count))
        // No comment, first disk, no internal attributes; a file that its owner may write.
        header.append(contentsOf: [0, 0, 0, 0, 0, 0])
        header.append(little: (0o100644 << 16) as UInt32)
        header.append(little: Self.short(entry.offset))
        header.append(contentsOf: entry.name.utf8)
        if !large.isEmpty {
            header.append(little: 1 as UInt16)
            header.append(little: UInt16(8 * large.count))
            for value in large { header.append(little: value) }
        }
        return header
    }

    private func appendCommon(_ entry: Entry, to header: inout [UInt8]) {
        header.append(little: Self.flags)
        header.append(little: entry.method)
        header.append(little: 0 as UInt16)
        header.append(little: Self.date)
        header.append(little: entry.crc)
    }

    private func appendZip64End(
        count: UInt64, size: UInt64, start: UInt64, to end: inout [UInt8]
    ) {
        end.append(little: 0x0606_4B50 as UInt32)
        end.append(little: 44 as UInt64)
        end.append(little: (3 << 8 | 45) as UInt16)
        end.append(little: 45 as UInt16)
        end.append(little: 0 as UInt64)
        end.append(little: count)
        end.append(little: count)
        end.append(little: size)
        end.append(little: start)
        end.append(little: 0x0706_4B50 as UInt32)
        end.append(little: 0 as UInt32)
        end.append(little: start + size)
        end.append(little: 1 as UInt32)
    }

    private static func short(_ value: UInt64) -> UInt32 {
        UInt32(min(value, UInt64(elsewhere)))
    }
}

extension [UInt8] {
    fileprivate mutating func append(little value: some FixedWidthInteger) {
        var rest = value
        for _ in 0..<value.bitWidth / 8 {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }
}
