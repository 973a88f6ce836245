/// How long each stage took, in nanoseconds; what several workers did at once is added up.
package struct RenderTimings: Sendable, Equatable {
    package enum Stage: String, CaseIterable, Sendable {
        /// Pictures looked at, text shaped, rows placed.
        case layout
        /// Rows and pages drawn.
        case paint
        /// Pixels packed and compressed.
        case encode
        /// What only the end allows: a document's fonts, structure and attachments.
        case finish
    }

    private var sums: [Stage: UInt64] = [:]

    package init() {}

    /// Zero for a stage that the format does not have.
    package subscript(stage: Stage) -> UInt64 {
        get { sums[stage] ?? 0 }
        set { sums[stage] = newValue }
    }
}
