import CTurboJPEG

/// Writes photos as JPEG, for documents that would otherwise contain raw pixels.
package enum JPEGWriter {
    /// - Parameters:
    ///   - bitmap: opaque; JPEG has no alpha.
    ///   - quality: 1 to 100.
    package static func encode(_ bitmap: Bitmap, quality: Int) -> [UInt8]? {
        guard let handle = unsafe tjInitCompress() else { return nil }
        defer { unsafe tjDestroy(handle) }
        var target: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { unsafe tjFree(target) }
        let status = unsafe bitmap.pixels.withUnsafeBytes { pixels in
            unsafe tjCompress2(
                handle, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int32(bitmap.width), Int32(bitmap.width * 4), Int32(bitmap.height),
                TJPF_BGRX.rawValue, &target, &count, Int32(TJSAMP_420.rawValue), Int32(quality), 0)
        }
        guard status == 0, let bytes = unsafe target else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
