import CGIF

/// Reads a GIF's blocks (GIF89a specification, §17 to §27).
enum GIFProbe {
    static func facts(
        of bytes: Span<UInt8>, limits: PictureLimits
    ) throws(PictureFault) -> PictureFacts {
        guard let width = bytes.little16(6), let height = bytes.little16(8),
            let flags = bytes.byte(10)
        else { throw .truncated }
        try limits.check(PixelSize(width, height))
        var offset = 13 + tableBytes(flags)
        var frames = 0
        var first: (size: PixelSize, isInterlaced: Bool, fills: Bool)?
        var hasAlpha = false
        while frames < PictureProbe.maxFrames, let block = bytes.byte(offset) {
            if block == 0x3B { break }
            if block == 0x21 {
                if frames == 0, bytes.byte(offset + 1) == 0xF9, let flags = bytes.byte(offset + 3) {
                    hasAlpha = flags & 1 != 0
                }
                offset = afterSubBlocks(bytes, offset + 2)
            } else if block == 0x2C {
                guard let frame = frame(bytes, offset) else { break }
                if first == nil {
                    first = (
                        frame.size, frame.flags & 0x40 != 0,
                        frame.left == 0 && frame.top == 0 && frame.size.width >= width
                            && frame.size.height >= height
                    )
                }
                frames += 1
                offset = afterSubBlocks(bytes, offset + 11 + tableBytes(frame.flags))
                if frames == 1, offset > bytes.count { throw .truncated }
            } else if frames > 0 {
                // Many encoders leave garbage after a valid frame.
                break
            } else {
                throw .corrupt
            }
        }
        guard let first else { throw .truncated }
        guard first.size.width > 0, first.size.height > 0 else { throw .corrupt }
        try limits.check(first.size)
        // Some encoders leave the screen size empty; the frame's size is then used.
        let size = width > 0 && height > 0 ? PixelSize(width, height) : first.size
        return PictureFacts(
            .gif, storedSize: size, frameSize: first.size, frames: frames,
            hasAlpha: hasAlpha || !first.fills, isInterlaced: first.isInterlaced)
    }

    private static func frame(
        _ bytes: Span<UInt8>, _ offset: Int
    ) -> (left: Int, top: Int, size: PixelSize, flags: Int)? {
        guard let left = bytes.little16(offset + 1), let top = bytes.little16(offset + 3),
            let width = bytes.little16(offset + 5), let height = bytes.little16(offset + 7),
            let flags = bytes.byte(offset + 9)
        else { return nil }
        return (left, top, PixelSize(width, height), flags)
    }

    private static func tableBytes(_ flags: Int) -> Int {
        flags & 0x80 != 0 ? 3 << ((flags & 7) + 1) : 0
    }

    /// Returns the offset after a sequence of sub-blocks, beyond the end if no empty block ends it.
    private static func afterSubBlocks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var offset = start
        while let length = bytes.byte(offset) {
            offset += length + 1
            if length == 0 { return offset }
        }
        return bytes.count + 1
    }
}

/// Owns one giflib decoder over borrowed bytes.
@safe struct GIFReader: ~Copyable {
    @unsafe private struct Cursor {
        let bytes: UnsafeBufferPointer<UInt8>
        var offset = 0
    }

    private let file: UnsafeMutablePointer<GifFileType>
    private let cursor: UnsafeMutablePointer<Cursor>

    private init(_ bytes: UnsafeBufferPointer<UInt8>) throws(PictureFault) {
        let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
        unsafe cursor.initialize(to: Cursor(bytes: bytes))
        var status: Int32 = 0
        let take: InputFunc = { file, target, wanted in
            guard let cursor = unsafe file?.pointee.UserData?.assumingMemoryBound(to: Cursor.self),
                let target = unsafe target
            else { return 0 }
            let bytes = unsafe cursor.pointee.bytes
            let start = unsafe cursor.pointee.offset
            let count = min(max(0, Int(wanted)), bytes.count - start)
            if count > 0, let base = bytes.baseAddress {
                unsafe target.update(from: base + start, count: count)
                unsafe cursor.pointee.offset = start + count
            }
            return Int32(count)
        }
        guard let file = unsafe DGifOpen(cursor, take, &status) else {
            unsafe cursor.deallocate()
            throw .corrupt
        }
        unsafe self.file = file
        unsafe self.cursor = cursor
    }

    deinit {
        var status: Int32 = 0
        _ = unsafe DGifCloseFile(file, &status)
        unsafe cursor.deallocate()
    }

    static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, to target: PixelSize
    ) throws(PictureFault) -> Bitmap {
        try unsafe bytes.span.withUnsafeBufferPointer { bytes throws(PictureFault) in
            let reader = try unsafe GIFReader(bytes)
            return try reader.read(facts, to: target)
        }
    }

    private func read(_ facts: PictureFacts, to target: PixelSize) throws(PictureFault) -> Bitmap {
        let transparent = try seekFirstFrame()
        let size = unsafe PixelSize(Int(file.pointee.Image.Width), Int(file.pointee.Image.Height))
        let left = unsafe Int(file.pointee.Image.Left)
        let top = unsafe Int(file.pointee.Image.Top)
        let isInterlaced = unsafe file.pointee.Image.Interlace
        // Giflib must see the frame that was probed; the memory was reserved for that one.
        guard size == facts.frameSize, isInterlaced == facts.isInterlaced else { throw .corrupt }
        let colors = try colors(transparent: transparent)
        let screen = facts.storedSize
        let whole = isInterlaced ? try interlacedRows(size) : []
        var reducer = RowReducer(from: screen, to: target, isOpaque: !facts.hasAlpha)
        var indices = [UInt8](repeating: 0, count: size.width)
        for y in 0..<screen.height {
            guard y >= top, y - top < size.height else {
                reducer.addClear()
                continue
            }
            if isInterlaced {
                let start = (y - top) * size.width
                indices = Array(whole[start..<start + size.width])
            } else {
                try next(&indices, at: 0, count: size.width)
            }
            var line = [UInt32](repeating: 0, count: screen.width)
            for x in 0..<min(size.width, max(0, screen.width - left)) {
                line[left + x] = colors[Int(indices[x])]
            }
            reducer.add(line.span)
        }
        return reducer.finish()
    }

    /// Stops after the frame's descriptor. Returns the transparent index of its graphic control.
    private func seekFirstFrame() throws(PictureFault) -> Int? {
        var transparent: Int?
        while true {
            var record = UNDEFINED_RECORD_TYPE
            guard unsafe DGifGetRecordType(file, &record) == GIF_OK else { throw fault }
            if record == IMAGE_DESC_RECORD_TYPE {
                guard unsafe DGifGetImageDesc(file) == GIF_OK else { throw fault }
                return transparent
            }
            guard record == EXTENSION_RECORD_TYPE else { throw .corrupt }
            var code: Int32 = 0
            var block: UnsafeMutablePointer<GifByteType>?
            guard unsafe DGifGetExtension(file, &code, &block) == GIF_OK else { throw fault }
            if code == GRAPHICS_EXT_FUNC_CODE, let block = unsafe block, unsafe block[0] >= 4 {
                transparent = unsafe block[1] & 1 != 0 ? unsafe Int(block[4]) : nil
            }
            while unsafe block != nil {
                guard unsafe DGifGetExtensionNext(file, &block) == GIF_OK else { throw fault }
            }
        }
    }

    private func colors(transparent: Int?) throws(PictureFault) -> [UInt32] {
        guard let map = unsafe file.pointee.Image.ColorMap ?? file.pointee.SColorMap,
            let entries = unsafe map.pointee.Colors
        else { throw .corrupt }
        var colors = [UInt32](repeating: 0xFF00_0000, count: 256)
        for index in 0..<min(256, unsafe Int(map.pointee.ColorCount)) {
            let color = unsafe entries[index]
            colors[index] =
                0xFF00_0000 | UInt32(color.Red) << 16 | UInt32(color.Green) << 8
                | UInt32(color.Blue)
        }
        if let transparent { colors[transparent] = 0 }
        return colors
    }

    /// GIF89a, Appendix E: every 8th row, the 4th between them, the 2nd, then the odd ones.
    private func interlacedRows(_ size: PixelSize) throws(PictureFault) -> [UInt8] {
        var rows = [UInt8](repeating: 0, count: size.width * size.height)
        for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
            for row in stride(from: start, to: size.height, by: step) {
                try next(&rows, at: row * size.width, count: size.width)
            }
        }
        return rows
    }

    private func next(
        _ indices: inout [UInt8], at offset: Int, count: Int
    ) throws(PictureFault) {
        let status = unsafe indices.withUnsafeMutableBufferPointer {
            unsafe DGifGetLine(file, $0.baseAddress?.advanced(by: offset), Int32(count))
        }
        guard status == GIF_OK else { throw fault }
    }

    private var fault: PictureFault {
        let ended = [D_GIF_ERR_EOF_TOO_SOON, D_GIF_ERR_READ_FAILED]
        return unsafe ended.contains(file.pointee.Error) ? .truncated : .corrupt
    }
}
