import Layout
import Model
import Themes

/// The heading of a document: the lines before the messages.
struct DocumentHead {
    let title: String?
    let lines: [String]

    init(_ words: MessageWords, part: TextDocument.Part?) {
        let conversation = words.conversation
        let phrases = words.phrases
        title = conversation.title.flatMap { $0.isEmpty ? nil : $0 }
        let times = conversation.messages.lazy.compactMap(\.at)
        let naive = times.count { $0.offset == nil }
        var lines = [part.map { phrases.part($0.number, of: $0.count) }, conversation.subtitle]
        if !times.isEmpty { lines.append(phrases[.factZone] + ": " + conversation.timeZone) }
        if naive > 0 {
            lines.append(phrases.withoutOffset(naive, zone: conversation.timeZone))
        }
        self.lines = lines.compactMap { $0 }.filter { !$0.isEmpty }
    }
}
