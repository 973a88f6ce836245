/// How far a rendering is: of an export's bytes or lines those that are read, of its rows those that are measured, then of what is drawn that which is.
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

    /// Of its stage.
    package var part: Double { all > 0 ? Double(done) / Double(all) : 0 }

    /// Of the whole, as far as anybody can tell beforehand: measuring takes about a third of most.
    package var fraction: Double {
        switch stage {
        case .reading: 0.1 * part
        case .layout: 0.1 + 0.2 * part
        case .output: 0.3 + 0.7 * part
        }
    }
}
