package import Basics
package import Graphics
package import Layout
package import Model
import Scene
package import Themes

/// A conversation with its theme as one self-contained HTML page: without scripts, with embedded
/// pictures, and with a policy that forbids the browser to load anything else.
package struct HTMLPage {
    let layout: Layout
    private let pictures: PagePictures
    private let budget: WorkBudget
    var words: MessageWords
    let body: PageBody
    private let direction: StaticString
    private let background: Output.Background
    private let hasAvatars: Bool

    private static let piece = 64 << 10

    package init(
        _ layout: Layout, pictures: any PictureLookup, language: InterfaceLanguage,
        background: Output.Background = .theme, budget: WorkBudget
    ) {
        self.layout = layout
        self.background = background
        self.budget = budget
        self.pictures = PagePictures(layout.conversation, pictures)
        // The delivery state is written below the message instead, if the theme shows it.
        var options = layout.options
        options.show.status = .never
        words = MessageWords(
            layout.conversation, options: options, language: language,
            deletion: layout.theme.relations.deleted, budget: budget)
        body = PageBody(
            emoji: self.pictures.emoji, spoiler: layout.phrases[.spoiler],
            coversSpoilers: layout.theme.text.coversSpoilers, budget: budget)
        hasAvatars = layout.entries.contains {
            if case .message(let entry) = $0 { entry.showsAvatar } else { false }
        }
        direction = language.isRightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\""
    }

    /// - Parameter check: called for every message. Writing stops when it throws.
    package mutating func write(
        to sink: ByteSink, check: (_ bytes: Int) throws -> Void
    ) throws {
        var page = PageMarkup()
        let room = 3 * pictures.styleBytes
        try check(room)
        try head(&page)
        try sink.write(page.drain())
        budget.release(room)
        for entry in layout.entries {
            let room = Self.room(entry, layout)
            try check(room)
            defer { budget.release(room) }
            write(entry, &page)
            guard page.bytes.count >= Self.piece else { continue }
            try sink.write(page.drain())
        }
        try check(0)
        page.raw("</ol>\n")
        if let mark = layout.options.mark {
            page.raw("<p class=\"mk\" dir=\"auto\">")
            page.text(mark)
            page.raw("</p>\n")
        }
        page.raw("</main>\n</body>\n</html>\n")
        try sink.write(page.drain())
    }

    private static func room(_ entry: Entry, _ layout: Layout) -> Int {
        guard case .message(let entry) = entry else { return 0 }
        let message = layout.conversation.messages[entry.index]
        let media = message.attachments.compactMap(\.media).reduce(0) {
            $0 + layout.conversation.media[$1].bytes.count
        }
        return 6 * message.memory + 3 * media
    }

    // MARK: - Head

    private func head(_ page: inout PageMarkup) throws {
        let conversation = layout.conversation
        var style = Array(self.style.utf8)
        pictures.write(to: &style)
        let digest = Base64.text(of: try SHA256.digest(of: style))
        page.raw("<!doctype html>\n<html")
        page.attribute("lang", conversation.locale)
        page.raw(direction)
        page.raw(">\n<head>\n<meta charset=\"utf-8\">\n")
        page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        page.raw("img-src data:; base-uri 'none'; form-action 'none'; style-src 'sha256-")
        page.own(digest)
        page.raw("'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
        page.raw(
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
        page.text(conversation.title ?? "Conversation")
        page.raw("</title>\n<style>")
        page.own(style)
        page.raw("</style>\n</head>\n<body>\n<main>\n")
        // Screen readers identify a page by its heading, whether or not the theme draws one.
        let isTitled = layout.entries.contains { if case .title = $0 { true } else { false } }
        if !isTitled {
            page.raw("<h1 class=\"v\" dir=\"auto\">")
            page.text(conversation.title ?? "Conversation")
            page.raw("</h1>\n")
        }
        page.raw("<ol class=\"t\" role=\"list\">\n")
    }

    private var style: String {
        var style = PageStyle(layout.theme, width: layout.width, background: background)
        var known: Set<String> = []
        for case .message(let entry) in budget.checked(layout.entries) {
            let face = layout.face(of: entry)
            guard known.insert(face.name).inserted else { continue }
            style.add(PageBubble(face: face).css("b-" + face.name))
        }
        for index in layout.conversation.participants.indices.prefix(Self.maxColors) {
            let ground = layout.initials(of: index).ground
            style.add(".who.p\(index){color:\(layout.nameColor(of: index).hex)}")
            style.add(".av.p\(index){background-color:\(ground.hex)}")
        }
        style.addEmphasis(of: layout.options)
        if layout.pictures.isGray { style.add("html{filter:grayscale(1)}") }
        return "\n" + style.css
    }

    /// The maximum number of people with their own color. More would fill the page with style
    /// rules.
    private static let maxColors = 2_000

    // MARK: - Messages

    mutating func message(_ entry: MessageEntry, _ page: inout PageMarkup) {
        let message = layout.conversation.messages[entry.index]
        let face = layout.face(of: entry)
        page.raw(entry.isFirstOfRun ? "<li class=\"m f" : "<li class=\"m")
        if face.side == .right { page.raw(" right") }
        if hasAvatars, face.side == .left { page.raw(" a") }
        emphasis(of: message, &page)
        page.raw("\"")
        if let language = message.language { page.attribute("lang", language) }
        page.raw(">\n")
        anchor(message, &page)
        if entry.showsAvatar, let from = message.from { avatar(from, &page) }
        let isInside = layout.theme.sender.place == .inside
        if !isInside { who(message, isShown: entry.showsName, &page) }
        page.raw("<div class=\"b b-")
        page.own(face.name)
        page.raw("\">\n")
        if isInside { who(message, isShown: entry.showsName, &page) }
        content(message, entry, to: &page)
        page.raw("</div>\n")
        foot(message, entry, to: &page)
        page.raw("</li>\n")
    }

    private func emphasis(of message: Message, _ page: inout PageMarkup) {
        if layout.options.excerpt.highlighted.contains(message.number) { page.raw(" hl") }
        if layout.options.excerpt.dimmed.contains(message.number) { page.raw(" dm") }
    }

    /// Writes the anchor for links: the message's number among all messages.
    func anchor(_ message: Message, _ page: inout PageMarkup) {
        page.raw("<a class=\"v\" tabindex=\"-1\" id=\"m")
        page.own(String(message.number))
        page.raw("\"></a>")
        guard layout.options.show.numbers else { return }
        page.raw("<span class=\"st\">#")
        page.own(String(message.number))
        page.raw("</span>\n")
    }

    private func avatar(_ from: ParticipantIndex, _ page: inout PageMarkup) {
        let person = layout.conversation.participants[from]
        page.raw("<span aria-hidden=\"true\" class=\"av p")
        page.own(String(from))
        if let picture = person.avatar.flatMap({ pictures.names[$0] }) {
            page.raw(" ")
            page.own(picture)
            page.raw("\">")
        } else {
            page.raw("\">")
            page.text(layout.initials(of: from).letters ?? "")
        }
        page.raw("</span>\n")
    }

    private func who(_ message: Message, isShown: Bool, _ page: inout PageMarkup) {
        guard let from = message.from, let name = words.sender(of: message) else { return }
        page.raw(isShown ? "<p class=\"who p" : "<p class=\"v p")
        page.own(String(from))
        page.raw("\" dir=\"auto\">")
        page.text(name)
        page.raw("</p>\n")
    }

    private mutating func content(
        _ message: Message, _ entry: MessageEntry, to page: inout PageMarkup
    ) {
        lead(message, &page)
        figures(message, &page)
        body.write(words.body(of: message), message.direction, to: &page)
        let pictures = pictures
        list(words.after(message, without: { pictures.holds($0.media) }), &page)
        if let time = entry.time { self.time(message, time, isShown: true, to: &page) }
    }

    mutating func lead(_ message: Message, _ page: inout PageMarkup) {
        for remark in words.before(message) {
            page.raw("<p class=\"q\" dir=\"auto\">")
            page.text(remark)
            page.raw("</p>\n")
        }
    }

    private func figures(_ message: Message, _ page: inout PageMarkup) {
        let words = AttachmentWords(layout.phrases)
        for attachment in budget.checked(message.attachments) {
            guard let media = attachment.media, pictures.holds(media) else { continue }
            page.raw("<figure>")
            pictures.write(media, alt: words.alt(attachment), to: &page)
            if let caption = attachment.caption, !caption.isEmpty {
                page.raw("<figcaption dir=\"auto\">")
                page.text(caption)
                page.raw("</figcaption>")
            }
            page.raw("</figure>\n")
        }
    }

    func list(_ remarks: [String], _ page: inout PageMarkup) {
        guard !remarks.isEmpty else { return }
        page.raw("<ul class=\"r\">")
        for remark in budget.checked(remarks) {
            page.raw("<li dir=\"auto\">")
            body.inline(RichText(remark, LinkFinder.links(in: remark)), &page)
            page.raw("</li>")
        }
        page.raw("</ul>\n")
    }

    func time(
        _ message: Message, _ words: String, isShown: Bool, to page: inout PageMarkup
    ) {
        page.raw(isShown ? "<time class=\"at\"" : "<time class=\"v\"")
        if let at = message.at { page.attribute("datetime", at.text) }
        page.raw(">")
        page.text(words)
        page.raw("</time>\n")
    }

    private func foot(_ message: Message, _ entry: MessageEntry, to page: inout PageMarkup) {
        if entry.time == nil, let time = entry.spokenTime {
            self.time(message, time, isShown: false, to: &page)
        }
        guard entry.showsStatus, let status = message.status else { return }
        page.raw("<p class=\"st\">")
        let state = [layout.phrases.status(status), entry.stateTime].compactMap { $0 }
        page.text(state.joined(separator: " "))
        page.raw("</p>\n")
    }
}

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
        if let time = note.time { self.time(message, time, isShown: false, to: &page) }
        list(words.after(message), &page)
        page.raw("</li>\n")
    }
}
