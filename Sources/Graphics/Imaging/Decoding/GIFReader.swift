import CGIF

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

    /// Stops after the first frame's descriptor. Returns the transparent index of its graphic
    /// control.
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

    /// Reads interlaced rows (GIF89a, Appendix E): every 8th row, the 4th between them, the 2nd,
    /// then the odd ones.
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
