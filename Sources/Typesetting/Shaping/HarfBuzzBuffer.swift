import CPango

/// Owns the buffer that HarfBuzz shapes in.
@safe struct HarfBuzzBuffer: ~Copyable {
    let pointer: OpaquePointer

    init() {
        // HarfBuzz never returns nil here: without memory, it returns an inert buffer.
        guard let pointer = unsafe hb_buffer_create() else {
            preconditionFailure("HarfBuzz returned no buffer")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe hb_buffer_destroy(pointer) }
}
