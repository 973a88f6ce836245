import Conversation
import Imaging

extension Conversation {
    /// Takes out pictures that cannot be drawn, and says in their places why.
    ///
    /// For exports alone: whoever writes a request can mend it, but nobody mends what a phone wrote,
    /// and one photo must not cost the other thousand.
    mutating func dropUndrawablePictures(_ limits: PictureLimits) -> [Warning] {
        let probe = PictureProbe(limits: limits)
        var reasons: [MediaIndex: String] = [:]
        for index in media.indices where !media[index].bytes.isEmpty {
            do throws(PictureFault) {
                _ = try probe.facts(of: media[index].bytes)
            } catch {
                reasons[index] = error.label
                media[index].bytes = []
            }
        }
        guard !reasons.isEmpty else { return [] }
        var warnings: [Warning] = []
        for message in messages.indices {
            for place in messages[message].attachments.indices {
                let attachment = messages[message].attachments[place]
                guard let index = attachment.media, let reason = reasons[index] else { continue }
                messages[message].attachments[place].media = nil
                messages[message].attachments[place].missing = reason
                warnings.append(
                    Warning(
                        .missingMedia, at: "/messages/\(message)/attachments/\(place)",
                        "\(attachment.name?.shortened ?? "a picture"): \(reason)"))
            }
        }
        return warnings
    }
}

extension PictureFault {
    /// In a bubble, beside the file's name.
    fileprivate var label: String {
        switch self {
        case .unknownType: "no picture that is known"
        case .unsupportedType(let type): "\(type.rawValue.uppercased()) is not read"
        case .disabledType(let format): "\(format.rawValue.uppercased()) is not read here"
        case .truncated, .corrupt: "damaged"
        case .tooLarge, .tooManyScans: "too large to draw"
        }
    }
}
