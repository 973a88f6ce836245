import Conversation
import Imaging

extension Conversation {
    /// Takes out pictures whose first bytes tell that they cannot be drawn, and says why in their
    /// places.
    ///
    /// For exports alone: the author of a request can correct it, but nobody corrects what a phone
    /// wrote, and one photo must not cost the other thousand.
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
