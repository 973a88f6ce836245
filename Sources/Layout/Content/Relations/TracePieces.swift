import Model
import Scene
import Themes

/// The history and source identifiers of a message: the last lines of a bubble if rows show all
/// details.
struct TracePieces {
    let composer: MessageComposer

    private var message: Message { composer.message }
    private var phrases: Phrases { composer.layout.phrases }

    func pieces() -> [any Piece] {
        guard let trace = composer.entry.trace?.value else { return [] }
        let words = ([course(trace), deletion(trace)] + [composer.layout.sourceID(of: message)])
            .compactMap { $0 }.joined(separator: "\n")
        guard !words.isEmpty else { return [] }
        return [
            TextPiece(
                composer.measurer.shape(
                    StyledText(
                        words, style: composer.theme.text.time.style,
                        color: composer.style.secondaryColor),
                    width: composer.maxContentWidth))
        ]
    }

    /// The delivery times: "Delivered 2026-05-31 09:40:02 +02:00 · Read 2026-05-31 09:41:10
    /// +02:00".
    private func course(_ trace: MessageTrace) -> String? {
        var steps: [String] = []
        func add(_ phrase: Phrase, _ time: String?) {
            if let time { steps.append(phrases[phrase] + " " + time) }
        }
        add(.forwarded, trace.forwarded)
        add(.delivered, trace.delivered)
        add(.read, trace.read)
        switch message.status {
        case .delivered where trace.delivered != nil, .read where trace.read != nil, .failed, nil:
            break
        case .sending?, .sent?, .delivered?, .read?, .played?:
            if let status = message.status { steps.append(phrases.status(status)) }
        }
        return steps.isEmpty ? nil : steps.joined(separator: " · ")
    }

    /// The time, author and reason of the deletion. A line above already says that the message was
    /// deleted.
    private func deletion(_ trace: MessageTrace) -> String? {
        guard message.hasDetails, let deleted = message.details.deleted else { return nil }
        let facts = [trace.deleted, deleted.by, deleted.reason].compactMap { $0 }
            .filter { !$0.isEmpty }
        guard !facts.isEmpty else { return nil }
        return phrases[.factDeleted] + " " + phrases.isolated(facts)
    }
}

extension Layout {
    /// The message's identifier in the source: "ID 3EB0C767D26A".
    func sourceID(of message: Message) -> String? {
        // A redacted message has a different identifier.
        let isRedacted = message.hasDetails && message.details.redacted != nil
        guard let id = message.id, !id.isEmpty, !isRedacted else { return nil }
        return "ID " + phrases.isolated([id])
    }
}
