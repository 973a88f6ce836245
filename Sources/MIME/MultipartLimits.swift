/// How large a form may be in everything but its bytes.
package struct MultipartLimits: Sendable, Equatable {
    package var parts = 1000
    /// Of one part's header block.
    package var headerBytes = 8 << 10

    package init() {}
}
