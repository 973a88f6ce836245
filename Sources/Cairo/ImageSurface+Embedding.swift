import CCairo
import Glibc

extension ImageSurface {
    /// A copy of row-after-row premultiplied words that a document may keep for as long as it likes.
    package init(
        copying pixels: [UInt32], width: Int, height: Int, isOpaque: Bool
    ) throws(CairoFailure) {
        precondition(pixels.count == width * height, "a picture's words must match its size")
        var made = try ImageSurface(
            width: width, height: height, format: isOpaque ? .opaque : .transparent)
        made.withMutablePixels { words in
            for index in pixels.indices { words[index] = pixels[index] }
        }
        self = made
    }

    /// Names the picture: a document keeps one copy of all pictures of one name.
    package func setName(_ name: String) throws(CairoFailure) {
        try attach(Array(name.utf8), as: CAIRO_MIME_TYPE_UNIQUE_ID)
    }

    private func attach(_ bytes: [UInt8], as type: String) throws(CairoFailure) {
        guard let copy = unsafe malloc(max(1, bytes.count)) else { throw .outOfMemory }
        unsafe copy.copyMemory(from: bytes, byteCount: bytes.count)
        let status = unsafe cairo_surface_set_mime_data(
            surface, type, copy.assumingMemoryBound(to: UInt8.self), UInt(bytes.count),
            { unsafe free($0) }, copy)
        if status != CAIRO_STATUS_SUCCESS {
            unsafe free(copy)
            throw CairoFailure(status)
        }
    }
}
