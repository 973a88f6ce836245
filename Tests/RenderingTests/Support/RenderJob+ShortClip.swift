import Model

@testable import Rendering

extension RenderJob {
    /// To twenty frames: a whole conversation has thousands.
    mutating func shortenClip() {
        guard isClip else { return }
        var motion = Motion()
        (motion.duration, motion.rate) = (2, 10)
        output.motion = motion
    }
}
