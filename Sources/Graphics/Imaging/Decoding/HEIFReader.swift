import CHEIF

/// Owns one libheif context and the handle of its primary picture, over borrowed bytes.
@safe struct HEIFReader: ~Copyable {
    private let library: HEIFLibrary
    private let context: OpaquePointer
    private let handle: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer, _ format: PictureFormat) throws(PictureFault) {
        guard let library = HEIFLibrary.shared, let context = unsafe library.makeContext() else {
            throw .disabledType(format)
        }
        // Decode tiles on the calling worker, on which the machine's share of threads is based.
        unsafe library.setThreads(context, 0)
        var handle: OpaquePointer?
        guard
            unsafe library.read(context, bytes.baseAddress, bytes.count, nil).code == heif_error_Ok,
            unsafe library.primary(context, &handle).code == heif_error_Ok,
            let handle = unsafe handle
        else {
            unsafe library.freeContext(context)
            throw .corrupt
        }
        self.library = library
        unsafe self.context = context
        unsafe self.handle = handle
    }

    deinit {
        unsafe library.freeHandle(handle)
        unsafe library.freeContext(context)
    }

    /// The size after rotation, which the library applies by itself.
    var size: PixelSize {
        unsafe PixelSize(Int(library.width(handle)), Int(library.height(handle)))
    }

    var hasAlpha: Bool { unsafe library.hasAlpha(handle) != 0 }

    /// The ICC profile, also of code points; nil if there is none or it is that of sRGB, and empty if
    /// it is larger than `most`.
    func profile(atMost most: Int) -> [UInt8]? {
        let kind = unsafe library.profileKind(handle)
        if kind == heif_color_profile_type_nclx { return codePoints?.profile }
        guard kind == heif_color_profile_type_prof || kind == heif_color_profile_type_rICC else {
            return nil
        }
        let size = unsafe library.profileSize(handle)
        guard size > 0, size <= most else { return [] }
        var bytes = [UInt8](repeating: 0, count: size)
        let status = unsafe bytes.withUnsafeMutableBytes {
            unsafe library.copyProfile(handle, $0.baseAddress)
        }
        return unsafe status.code == heif_error_Ok ? bytes : []
    }

    /// The library applies the matrix and range of the code points itself.
    private var codePoints: ColorCodePoints? {
        var codes: HEIFLibrary.Codes = nil
        guard unsafe library.copyCodes(handle, &codes).code == heif_error_Ok,
            let codes = unsafe codes
        else { return nil }
        defer { unsafe library.freeCodes(codes) }
        return unsafe ColorCodePoints(
            primaries: Int(codes.pointee.color_primaries.rawValue),
            transfer: Int(codes.pointee.transfer_characteristics.rawValue))
    }

    static func decode(
        _ bytes: [UInt8], _ facts: PictureFacts, to target: PixelSize
    ) throws(PictureFault) -> Bitmap {
        try unsafe bytes.span.withUnsafeBytes { bytes throws(PictureFault) in
            let reader = try unsafe HEIFReader(bytes, facts.format)
            return try reader.read(facts, to: target)
        }
    }

    private func read(_ facts: PictureFacts, to target: PixelSize) throws(PictureFault) -> Bitmap {
        guard size == facts.storedSize else { throw .corrupt }
        var image: OpaquePointer?
        let status = unsafe library.decode(
            handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nil)
        guard unsafe status.code == heif_error_Ok, let image = unsafe image else { throw .corrupt }
        defer { unsafe library.freeImage(image) }
        var stride: Int32 = 0
        guard let plane = unsafe library.plane(image, heif_channel_interleaved, &stride),
            unsafe library.imageWidth(image, heif_channel_interleaved) == Int32(size.width),
            unsafe library.imageHeight(image, heif_channel_interleaved) == Int32(size.height),
            Int(stride) >= size.width * 4
        else { throw .corrupt }
        var reducer = RowReducer(from: size, to: target, isOpaque: !facts.hasAlpha)
        var line = [UInt32](repeating: 0, count: size.width)
        for y in 0..<size.height {
            let row = unsafe plane + y * Int(stride)
            for x in 0..<size.width {
                let red = unsafe UInt32(row[4 * x])
                let green = unsafe UInt32(row[4 * x + 1])
                let blue = unsafe UInt32(row[4 * x + 2])
                let alpha = facts.hasAlpha ? unsafe UInt32(row[4 * x + 3]) : 255
                line[x] = Bitmap.premultiplied(alpha << 24 | red << 16 | green << 8 | blue)
            }
            reducer.add(line.span)
        }
        return reducer.finish()
    }
}
