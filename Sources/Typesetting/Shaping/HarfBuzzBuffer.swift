import CPango

/// Owns the buffer that HarfBuzz shapes in.
@safe struct HarfBuzzBuffer: ~Copyable {
    let pointer: OpaquePointer

    init() {
        // Never nothing: HarfBuzz answers with an inert buffer when memory is short.
        guard let pointer = unsafe hb_buffer_create() else {
            preconditionFailure("HarfBuzz has no buffers")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe hb_buffer_destroy(pointer) }
}
