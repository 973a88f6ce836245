/// The expected document content for one message of `every-kind.json`.
struct SpokenKind {
    let id: String
    /// The text that a screen reader speaks although it is not drawn.
    let spoken: [String]
    /// The searchable text on the page; the spoken text unless stated.
    let shown: [String]
    /// The alternative texts of its figures.
    let figures: [String]
    let links: [String]
    let parts: [String]

    private init(
        _ id: String, _ shown: [String], spoken: [String] = [], figures: [String] = [],
        links: [String] = [], parts: [String] = []
    ) {
        self.id = id
        self.spoken = spoken
        self.shown = shown
        self.parts = parts
        self.figures = figures
        self.links = links.map { "https://example.org/" + $0 }
    }

    static let all = [
        SpokenKind("text", ["Plainly said, see https://example.org/page"], links: ["page"]),
        SpokenKind(
            "format",
            [
                "strong and slanted", "first item", "second item", "quoted words", "let code = 1",
                "head", "cell",
            ],
            parts: [
                "/BlockQuote", "/L", "/LI", "/Lbl", "/LBody", "/Table", "/TR", "/TH", "/TD",
                "/Code",
            ]),
        SpokenKind(
            "entities", ["hidden 😀 shown"], spoken: ["Contains a spoiler"], links: ["target"]),
        SpokenKind("custom emoji", ["custom :blob: emoji"]),
        SpokenKind("language", ["Guten Morgen"]),
        SpokenKind("direction", ["שלום עולם"]),
        SpokenKind("subject", ["Subject line", "under a subject"]),
        SpokenKind("image", ["Photo caption"], figures: ["A blue field"]),
        SpokenKind("video", ["1:13", "Film caption"], figures: ["Video, 1:13"]),
        SpokenKind("gif", [], figures: ["A waving cat"]),
        SpokenKind("sticker", [], figures: ["A thumb"]),
        SpokenKind("voice", ["0:14", "Transcript", "Call me back"], spoken: ["Voice message"]),
        SpokenKind("audio", ["Song title", "Band name · 3:20"], spoken: ["Audio"]),
        SpokenKind("video_note", ["0:09"], figures: ["Video message, 0:09"]),
        SpokenKind("file", ["plan.pdf", "482 KB"], spoken: ["File"]),
        SpokenKind("attached contact", ["Dora Attached"], spoken: ["Contact"]),
        SpokenKind(
            "attached location", ["Attached place"], figures: ["Location, Attached place"]),
        SpokenKind(
            "card", ["AppName", "Card title", "Card words", "Review button"],
            links: ["card", "button"]),
        SpokenKind("unknown attachment", ["thing.holo", "hologram", "Hologram caption"]),
        SpokenKind("missing", ["IMG_7.jpg", "not in export"]),
        SpokenKind("album", [], figures: ["First of two", "Second of two"]),
        SpokenKind(
            "poll",
            [
                "Where shall we go?", "Final results", "Rome", "3 · 75%", "Ana and Ben", "Oslo",
                "1 · 25%", "4 voters",
            ],
            spoken: ["your choice"]),
        SpokenKind("open poll", ["Still undecided?", "Perhaps"]),
        SpokenKind(
            "location", ["Alexanderplatz", "Berlin Mitte", "52.52000, 13.40500"],
            figures: ["Location, Alexanderplatz, Berlin Mitte, 52.52000, 13.40500"]),
        SpokenKind(
            "live location", ["Live location", "1.50000, 2.50000"],
            figures: ["Live location, 1.50000, 2.50000"]),
        SpokenKind(
            "contact", ["Cem Demir", "+49 30 1234", "cem@example.org"], spoken: ["Contact"]),
        SpokenKind(
            "link", ["Look here", "Site name", "Page title", "Words of a page"], links: ["a"]),
        SpokenKind("missed call", ["Missed video call"]),
        SpokenKind("answered call", ["Outgoing voice call", "12 min 34 s"]),
        SpokenKind("declined call", ["Outgoing voice call", "Declined"]),
        SpokenKind("busy call", ["Outgoing voice call", "Line busy"]),
        SpokenKind("unanswered call", ["Outgoing voice call", "No answer"]),
        SpokenKind("failed call", ["Outgoing voice call", "Call failed"]),
        SpokenKind("system", ["Ana added Ben"]),
        SpokenKind("words of the system", ["Something happened"]),
        SpokenKind("note", ["A note to the file"]),
        SpokenKind("unknown kind", ["Unsupported message: telepathy", "Thought words"]),
        SpokenKind("payment", ["€20.00", "Payment received", "Pizza money"]),
        SpokenKind("reply", ["Answering words"], parts: ["/BlockQuote"]),
        SpokenKind(
            "reply to what is absent", ["Answering the absent"], parts: ["/BlockQuote"]),
        SpokenKind("thread", ["Thread head", "12 replies"]),
        SpokenKind("in the thread", ["In the thread"]),
        SpokenKind("forwarded", ["Forwarded from Dora", "Passed on"]),
        SpokenKind("reactions", ["Reacted to"], spoken: [":blob:"]),
        SpokenKind("edited", ["Present words", "Former words"], spoken: ["Former text"]),
        SpokenKind("deleted", ["This message was deleted"]),
        SpokenKind("deleted but known", ["Known words"]),
        SpokenKind("translation", ["Bonjour", "Translation", "Good day"]),
        SpokenKind("effect", ["Loud", "Sent with slam"]),
        SpokenKind("pinned", ["Pinned words"]),
        SpokenKind("starred", ["Starred words"]),
        SpokenKind("redacted", ["[redacted]"]),
        SpokenKind("sms", ["By text message"]),
        SpokenKind("sending", ["State is sending"]),
        SpokenKind("sent", ["State is sent"]),
        SpokenKind("delivered", ["State is delivered"]),
        SpokenKind("read", ["State is read"]),
        SpokenKind("played", ["State is played"]),
        SpokenKind("failed", ["State is failed"]),
        SpokenKind("unread", ["3 unread messages"]),
        SpokenKind("typing", [], figures: ["Typing…"]),
    ]
}
