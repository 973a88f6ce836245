import CPixels

/// A changing picture in the form that codecs require (I420): all luma, then blue and red chroma at
/// half the width and height, by BT.709 in the range of video.
///
/// The conversion does not use libswscale, because it converts only the rows that changed, gives
/// the same result on every processor and needs no further library.
@safe struct VideoPlanes: Sendable {
    /// Both sides are even: if necessary, the picture's last column and row are repeated.
    let size: PixelSize
    private let picture: PixelSize
    private var words: [UInt32]
    private(set) var bytes: [UInt8]

    init(_ picture: PixelSize) {
        self.picture = picture
        size = PixelSize(picture.width + picture.width % 2, picture.height + picture.height % 2)
        words = Array(repeating: 0xFFFF_FFFF, count: size.width * size.height)
        bytes = Array(repeating: 0, count: size.width * size.height * 3 / 2)
    }

    /// Replaces a rectangle. Pixels outside of the picture or missing from `pixels` are ignored.
    ///
    /// - Parameters:
    ///   - pixels: premultiplied words, row after row without gaps. Transparent pixels are blended
    ///     over white, because video has no alpha.
    ///   - isOpaque: whether the words' alpha is ignored.
    mutating func put(_ pixels: [UInt32], x: Range<Int>, y: Range<Int>, isOpaque: Bool) {
        let columns = x.clamped(to: 0..<picture.width)
        let rows = y.clamped(
            to: 0..<min(picture.height, y.lowerBound + pixels.count / max(1, x.count)))
        guard !columns.isEmpty, !rows.isEmpty else { return }
        for row in rows {
            let source = (row - y.lowerBound) * x.count + columns.lowerBound - x.lowerBound
            copy(pixels, from: source, to: row * size.width, columns, isOpaque: isOpaque)
        }
        if rows.upperBound < size.height, rows.upperBound == picture.height {
            let last = (picture.height - 1) * size.width
            words.replaceSubrange(
                (last + size.width)..., with: words[last..<(last + size.width)])
        }
        convert(rows.lowerBound & ~1..<(rows.upperBound + 1) & ~1)
    }

    /// Copies a part of a row, and repeats the last column if the planes are wider than the
    /// picture.
    private mutating func copy(
        _ pixels: [UInt32], from source: Int, to row: Int, _ columns: Range<Int>, isOpaque: Bool
    ) {
        let start = row + columns.lowerBound
        unsafe words.withUnsafeMutableBufferPointer { words in
            unsafe pixels.withUnsafeBufferPointer { pixels in
                let target = unsafe words[start..<(start + columns.count)]
                let words = unsafe UnsafeMutableBufferPointer(rebasing: target)
                let pixels = unsafe pixels[source..<(source + columns.count)]
                _ = unsafe words.update(fromContentsOf: pixels)
            }
        }
        if !isOpaque {
            for place in start..<(start + columns.count) {
                let word = words[place]
                words[place] = word &+ (255 - word >> 24) &* 0x01_0101
            }
        }
        if columns.upperBound < size.width, columns.upperBound == picture.width {
            words[row + picture.width] = words[row + picture.width - 1]
        }
    }

    /// - Parameter rows: the rows to convert; both bounds are even.
    private mutating func convert(_ rows: Range<Int>) {
        let (width, half) = (size.width, size.width / 2)
        let blue = width * size.height
        let red = blue + half * size.height / 2
        unsafe words.withUnsafeBufferPointer { words in
            unsafe bytes.withUnsafeMutableBufferPointer { bytes in
                guard let words = words.baseAddress, let bytes = bytes.baseAddress else { return }
                unsafe pixels_to_luma(
                    words + rows.lowerBound * width, rows.count * width,
                    bytes + rows.lowerBound * width)
                for row in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
                    let upper = unsafe words + row * width
                    let place = row / 2 * half
                    unsafe pixels_to_chroma(
                        upper, upper + width, half, bytes + blue + place, bytes + red + place)
                }
            }
        }
    }
}
