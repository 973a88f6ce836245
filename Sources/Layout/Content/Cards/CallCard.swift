import Conversation
import Scene
import Theme
import Words

/// A call: a telephone or a camera, what became of it, how long it took.
struct CallCard {
    let look: CardLook

    func piece(_ call: Call) -> any Piece {
        let title = look.phrases[title(of: call)]
        let facts = facts(of: call)
        let isMissed = call.outcome == .missed || call.outcome == .failed
        let lead = LeadMark(
            kind: .disc(call.isVideo ? .film : .phone), fill: isMissed ? look.alarm : look.accent,
            ink: isMissed ? onAlarm : look.onAccent)
        let text = [title, facts].filter { !$0.isEmpty }.joined(separator: ", ")
        return CardRow.measured(look, lead, ground: nil, text: text) { width in
            [look.title(title, lines: 2, width: width)]
                + (facts.isEmpty ? [] : [look.small(facts, width: width)])
        }
    }

    private var onAlarm: Color {
        look.alarm.contrast(with: .white) >= 3 ? .white : look.ground
    }

    private func isOutgoing(_ call: Call) -> Bool? {
        call.direction.map { direction in
            switch direction {
            case .in: false
            case .out: true
            }
        }
    }

    private func title(of call: Call) -> Phrase {
        // What one side missed, the other side did not get answered.
        let isOutgoing = isOutgoing(call)
        if call.outcome == .missed, isOutgoing != true {
            return call.isVideo ? .missedVideoCall : .missedVoiceCall
        }
        switch isOutgoing {
        case true?: return call.isVideo ? .outgoingVideoCall : .outgoingVoiceCall
        case false?: return call.isVideo ? .incomingVideoCall : .incomingVoiceCall
        case nil: return call.isVideo ? .videoCall : .voiceCall
        }
    }

    private func facts(of call: Call) -> String {
        let outcome: Phrase? =
            switch call.outcome {
            case .missed: isOutgoing(call) == true ? .unanswered : nil
            case .declined: .declined
            case .busy: .busy
            case .unanswered: .unanswered
            case .failed: .callFailed
            case .answered, nil: nil
            }
        let length = call.duration.flatMap { $0 >= 0.5 ? look.phrases.span($0) : nil }
        return [outcome.map { look.phrases[$0] }, length].compactMap { $0 }
            .joined(separator: " · ")
    }
}
