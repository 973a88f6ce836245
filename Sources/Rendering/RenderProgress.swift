/// How far a rendering is: of its rows those that are measured, then of what is drawn that which is.
package struct RenderProgress: Sendable, Equatable {
    package enum Stage: Int, Sendable, CaseIterable { case layout, output }

    package let stage: Stage
    package let done: Int
    package let all: Int

    package init(_ stage: Stage, done: Int, of all: Int) {
        self.stage = stage
        self.done = min(done, all)
        self.all = all
    }

    /// Of the whole, as far as anybody can tell beforehand: measuring takes about a third of most.
    package var fraction: Double {
        let part = all > 0 ? Double(done) / Double(all) : 0
        return switch stage {
        case .layout: 0.3 * part
        case .output: 0.3 + 0.7 * part
        }
    }
}
