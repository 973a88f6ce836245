/// The progress of a rendering: the bytes or lines read of an export, then the rows measured, then
/// the parts drawn.
package struct RenderProgress: Sendable, Equatable {
    package enum Stage: Int, Sendable, CaseIterable { case reading, layout, output }

    package let stage: Stage
    package let done: Int
    package let all: Int

    package init(_ stage: Stage, done: Int, of all: Int) {
        self.stage = stage
        self.done = min(done, all)
        self.all = all
    }

    /// The completed share of the current stage.
    package var part: Double { all > 0 ? Double(done) / Double(all) : 0 }

    /// The estimated share of the whole rendering. Reading and measuring take about a third of most
    /// renderings.
    package var fraction: Double {
        switch stage {
        case .reading: 0.1 * part
        case .layout: 0.1 + 0.2 * part
        case .output: 0.3 + 0.7 * part
        }
    }
}
