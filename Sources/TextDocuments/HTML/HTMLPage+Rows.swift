import Layout
import Model

/// The rows other than message bubbles.
extension HTMLPage {
    mutating func write(_ entry: Entry, _ page: inout PageMarkup) {
        switch entry {
        case .title: title(&page)
        case .people: people(&page)
        case .remark(let words): remark(words, &page)
        // These entries occur only in paginated documents.
        case .facts, .exhibit: break
        case .dayHeader(let header): day(header, &page)
        case .message(let entry): message(entry, &page)
        case .note(let note): self.note(note, &page)
        }
    }

    private func title(_ page: inout PageMarkup) {
        page.raw("<li><header><h1 dir=\"auto\">")
        page.text(layout.conversation.title ?? "Conversation")
        page.raw("</h1>")
        if let subtitle = layout.conversation.subtitle {
            page.raw("<p dir=\"auto\">")
            page.text(subtitle)
            page.raw("</p>")
        }
        page.raw("</header></li>\n")
    }

    private func people(_ page: inout PageMarkup) {
        page.raw("<li class=\"n\"><ul class=\"r\">")
        for person in layout.conversation.participants {
            page.raw("<li dir=\"auto\">")
            page.text([person.plainName, person.handle].compactMap { $0 }.joined(separator: " · "))
            page.raw("</li>")
        }
        page.raw("</ul></li>\n")
    }

    private func remark(_ words: String, _ page: inout PageMarkup) {
        page.raw("<li class=\"d n\"><p>")
        page.text(words)
        page.raw("</p></li>\n")
    }

    private func day(_ header: DayHeader, _ page: inout PageMarkup) {
        let words = [header.day, header.time ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        if header.day.isEmpty {
            page.raw("<li class=\"d\"><p>")
        } else {
            page.raw("<li class=\"d\"><h2>")
        }
        page.raw("<time")
        page.attribute("datetime", header.isoDay)
        page.raw(">")
        page.text(words)
        page.raw("</time>")
        if header.day.isEmpty { page.raw("</p></li>\n") } else { page.raw("</h2></li>\n") }
    }

    private mutating func note(_ note: NoteEntry, _ page: inout PageMarkup) {
        let message = layout.conversation.messages[note.index]
        page.raw("<li class=\"d n")
        emphasis(of: message, &page)
        page.raw("\">")
        anchor(message, &page)
        lead(message, &page)
        body.write(words.body(of: message), message.direction, to: &page)
        if let time = note.time { self.time(message, time, isShown: false, &page) }
        list(words.after(message), &page)
        page.raw("</li>\n")
    }
}
