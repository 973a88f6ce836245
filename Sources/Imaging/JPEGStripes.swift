import CTurboJPEG

/// Writes a picture as JPEG in stripes that know nothing of each other, so that all workers make
/// them and few stand in memory: each is a restart interval (ITU T.81, F.1.1.5.2), where coding
/// begins anew.
package struct JPEGStripes: Sendable {
    /// The format counts to 65,535, but libjpeg, by which nearly everybody reads it, to this.
    package static let mostPixels = 65_500

    package let size: PixelSize
    /// The rows of each stripe but the last.
    package let rows: Int
    private let quality: Int
    private let isGrey: Bool
    /// Pixels an inch, which tell how large it is meant to be seen.
    private let density: Int
    /// What the file says of itself, in ASCII.
    private let comment: String?
    /// The number of joined stripes.
    private var count = 0

    /// Blocks of eight by eight pixels, with the colours as fine as the light: letters are coloured
    /// here.
    private static let block = 8
    /// The largest number of blocks that a restart interval's two bytes can hold.
    private static let mostBlocks = 65_535

    /// - Parameter rows: about as many to a stripe.
    package init(
        size: PixelSize, rows: Int, quality: Int, isGrey: Bool, density: Int,
        comment: String? = nil
    ) {
        self.size = size
        self.quality = quality
        self.isGrey = isGrey
        self.density = density
        self.comment = comment
        let across = (size.width + Self.block - 1) / Self.block
        let lines = max(1, min(rows / Self.block, Self.mostBlocks / across))
        self.rows = lines * Self.block
    }

    /// A stripe as a picture of its own; nil where the library has no memory.
    package func encoded(_ words: Span<UInt32>, rows: Int, stride: Int) -> [UInt8]? {
        guard let handle = unsafe tjInitCompress() else { return nil }
        defer { unsafe tjDestroy(handle) }
        var target: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { unsafe tjFree(target) }
        let status = unsafe words.withUnsafeBytes { pixels in
            let sampling = isGrey ? TJSAMP_GRAY : TJSAMP_444
            return unsafe tjCompress2(
                handle, pixels.baseAddress?.assumingMemoryBound(to: UInt8.self),
                Int32(size.width), Int32(stride * 4), Int32(rows), TJPF_BGRX.rawValue, &target,
                &count, Int32(sampling.rawValue), Int32(quality), 0)
        }
        guard status == 0, let bytes = unsafe target else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// The part of the next stripe that belongs into the whole file: of the first one also its
    /// head, with the whole height. Nil for a stripe that is not ours.
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

    /// ITU T.81, B.2.4.5: the length counts its own two bytes.
    private var commentSegment: [UInt8] {
        guard let words = comment?.utf8.prefix(65_000) else { return [] }
        let length = words.count + 2
        return [0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)] + words
    }

    package static let end: [UInt8] = [0xFF, 0xD9]

    /// The positions of the frame's header, the scan's header and its data.
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
