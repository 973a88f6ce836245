import Graphics
import Model

extension Conversation {
    /// Removes pictures that cannot be drawn according to their first bytes, and puts labels with
    /// the reason in their places.
    ///
    /// Only exports use this. The author of a request can correct it, but nobody can correct an
    /// export, and one bad photo must not affect the thousand others.
    mutating func dropUndrawablePictures(_ limits: PictureLimits) -> [Warning] {
        let probe = PictureProbe(limits: limits)
        var reasons: [MediaIndex: String] = [:]
        for index in media.indices where media[index].isPicture && !media[index].bytes.isEmpty {
            do throws(PictureFault) {
                _ = try probe.facts(of: media[index].bytes)
            } catch {
                reasons[index] = error.label
            }
        }
        return reasons.isEmpty ? [] : dropPictures(reasons)
    }
}
