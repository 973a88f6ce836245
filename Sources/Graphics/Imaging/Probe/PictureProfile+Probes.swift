import CDeflate

extension JPEGProbe {
    /// Joins the parts of a profile in order (ICC.1, B.4).
    static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        var parts: [Int: ArraySlice<UInt8>] = [:]
        var size = 0
        var offset = 2
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            guard marker != 0xDA, marker != 0xD9, let length = bytes.span.big16(offset + 2),
                length >= 2, offset + 2 + length <= bytes.count
            else { break }
            let end = offset + 2 + length
            if marker == 0xE2, length > 16, bytes.span.holds("ICC_PROFILE\0", at: offset + 4) {
                parts[Int(bytes[offset + 16])] = bytes[(offset + 18)..<end]
                size += length
            }
            offset = end
        }
        guard !parts.isEmpty, size <= most else { return parts.isEmpty ? nil : [] }
        return parts.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

extension PNGProbe {
    /// Returns the profile in the chunk iCCP (PNG, third edition, 11.3.2.3): a name and the
    /// deflated profile.
    static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        var offset = 8
        while let size = bytes.span.big32(offset), bytes.count - offset - 12 >= size {
            if bytes.span.holds("IDAT", at: offset + 4) { return nil }
            if bytes.span.holds("iCCP", at: offset + 4) {
                let data = bytes[(offset + 8)..<(offset + 8 + size)]
                guard let name = data.prefix(80).firstIndex(of: 0), name + 2 < data.endIndex else {
                    return []
                }
                return inflated(data[(name + 2)...], atMost: most)
            }
            offset += 12 + size
        }
        return nil
    }

    /// Returns an empty array if the data is invalid or inflates to more than `most`.
    private static func inflated(_ data: ArraySlice<UInt8>, atMost most: Int) -> [UInt8] {
        guard let inflater = unsafe libdeflate_alloc_decompressor() else { return [] }
        defer { unsafe libdeflate_free_decompressor(inflater) }
        let found = unsafe [UInt8](unsafeUninitializedCapacity: most) { target, count in
            var written = 0
            let result = unsafe data.withUnsafeBytes { source in
                unsafe libdeflate_zlib_decompress(
                    inflater, source.baseAddress, source.count, target.baseAddress, most, &written)
            }
            count = result == LIBDEFLATE_SUCCESS ? written : 0
        }
        // A copy releases the space reserved for the largest profile.
        return found.map { $0 }
    }
}

extension WebPProbe {
    /// Returns the profile in the chunk ICCP, which only the extended format has. This loop has
    /// eight lines; libwebp's own API is in a second library (libwebpdemux), which is not linked.
    static func profile(of bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        let span = bytes.span
        guard span.holds("VP8X", at: 12) else { return nil }
        var offset = 12
        // Each chunk advances by at least its header.
        while let size = span.little32(offset + 4), offset + 8 + size <= bytes.count {
            if span.holds("ICCP", at: offset) {
                return size <= most ? Array(bytes[offset + 8..<offset + 8 + size]) : []
            }
            offset += 8 + size + size & 1
        }
        return nil
    }
}

extension HEIFProbe {
    static func profile(
        of bytes: [UInt8], _ format: PictureFormat, atMost most: Int
    ) -> [UInt8]? {
        do throws(PictureFault) {
            return try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureFault) in
                try unsafe HEIFReader(bytes, format).profile(atMost: most)
            }
        } catch {
            // Decoding reports the same fault later.
            return nil
        }
    }
}
