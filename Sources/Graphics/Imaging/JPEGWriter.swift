import CTurboJPEG

/// Writes a picture as JPEG in independent stripes, so that all workers can encode them and few are
/// in memory. Each stripe is a restart interval (ITU T.81, F.1.1.5.2).
package struct JPEGStripes: Sendable {
    /// The format allows 65,535, but libjpeg, which nearly every reader uses, only this many.
    package static let maxPixels = 65_500

    let size: PixelSize
    /// The number of rows of each stripe except the last.
    package let rows: Int
    private let quality: Int
    private let isGray: Bool
    /// The pixels per inch, which determine the size in print.
    private let density: Int
    /// The comment in the file, in ASCII.
    private let comment: String?
    private var count = 0

    /// The size of a block. Colors are not subsampled, because letters are colored here.
    private static let block = 8
    /// The largest number of blocks that a restart interval's two bytes can hold.
    private static let maxBlocks = 65_535

    /// - Parameter rows: the approximate number of rows per stripe.
    package init(
        size: PixelSize, rows: Int, quality: Int, isGray: Bool, density: Int,
        comment: String? = nil
    ) {
        self.size = size
        self.quality = quality
        self.isGray = isGray
        self.density = density
        self.comment = comment
        let across = (size.width + Self.block - 1) / Self.block
        let lines = max(1, min(rows / Self.block, Self.maxBlocks / across))
        self.rows = lines * Self.block
    }

    /// Encodes a stripe as a separate picture; nil if the library has no memory.
    package func encoded(_ words: Span<UInt32>, rows: Int, stride: Int) -> [UInt8]? {
        unsafe words.withUnsafeBytes { pixels in
            unsafe JPEGWriter.compressed(
                pixels, PixelSize(size.width, rows), stride: stride, quality: quality,
                sampling: isGray ? TJSAMP_GRAY : TJSAMP_444)
        }
    }

    /// Returns the part of the next stripe that belongs in the combined file. For the first stripe
    /// this includes the header, with the full height. Returns nil for an invalid stripe.
    package mutating func joined(_ stripe: [UInt8]) -> [UInt8]? {
        guard let scan = scan(of: stripe), stripe.suffix(2) == [0xFF, 0xD9] else { return nil }
        let coded = stripe[scan.data..<stripe.count - 2]
        defer { count += 1 }
        guard count == 0 else { return [0xFF, 0xD0 | UInt8((count - 1) & 7)] + coded }
        var head = Array(stripe[..<scan.start])
        head[scan.frame + 5] = UInt8(size.height >> 8)
        head[scan.frame + 6] = UInt8(size.height & 0xFF)
        if head.count > 18, head[6..<10].elementsEqual("JFIF".utf8) {
            head.replaceSubrange(
                13..<18,
                with: [
                    1, UInt8(density >> 8), UInt8(density & 0xFF), UInt8(density >> 8),
                    UInt8(density & 0xFF),
                ])
        }
        let across = (size.width + Self.block - 1) / Self.block
        let interval = across * (rows / Self.block)
        let restarts: [UInt8] = [0xFF, 0xDD, 0, 4, UInt8(interval >> 8), UInt8(interval & 0xFF)]
        return head + commentSegment + restarts + stripe[scan.start..<scan.data] + coded
    }

    /// The comment segment (ITU T.81, B.2.4.5). Its length includes its own two bytes.
    private var commentSegment: [UInt8] {
        guard let words = comment?.utf8.prefix(65_000) else { return [] }
        let length = words.count + 2
        return [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + words
    }

    package static let end: [UInt8] = [0xFF, 0xD9]

    private func scan(of bytes: [UInt8]) -> (frame: Int, start: Int, data: Int)? {
        var place = 2
        var frame: Int?
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            if bytes[place + 1] == 0xC0 { frame = place }
            if bytes[place + 1] == 0xDA {
                guard let frame, place + 2 + length <= bytes.count - 2 else { return nil }
                return (frame, place, place + 2 + length)
            }
            place += 2 + length
        }
        return nil
    }
}

/// Writes photos as JPEG, for documents that would otherwise contain raw pixels.
package enum JPEGWriter {
    /// - Parameters:
    ///   - bitmap: opaque; JPEG has no alpha.
    ///   - quality: 1 to 100.
    package static func encode(_ bitmap: Bitmap, quality: Int) -> [UInt8]? {
        unsafe bitmap.pixels.withUnsafeBytes { pixels in
            unsafe compressed(
                pixels, bitmap.size, stride: bitmap.width, quality: quality, sampling: TJSAMP_420)
        }
    }

    fileprivate static func compressed(
        _ pixels: UnsafeRawBufferPointer, _ size: PixelSize, stride: Int, quality: Int,
        sampling: TJSAMP
    ) -> [UInt8]? {
        guard let handle = unsafe tjInitCompress() else { return nil }
        defer { unsafe tjDestroy(handle) }
        var target: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { unsafe tjFree(target) }
        let status = unsafe tjCompress2(
            handle, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(size.width),
            Int32(stride * 4), Int32(size.height), TJPF_BGRX.rawValue, &target, &count,
            Int32(sampling.rawValue), Int32(quality), 0)
        guard status == 0, let bytes = unsafe target else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}
