/// What a document must hold of one message of `every-kind.json`.
struct SpokenKind {
    let id: String
    /// What a screen reader says, each of it somewhere in the one paragraph that is the message.
    let spoken: [String]
    /// What can be found and copied on the page; the same where nothing else is said.
    let shown: [String]
    /// The words of its pictures.
    let figures: [String]
    let links: [String]

    private init(
        _ id: String, _ spoken: [String], shown: [String]? = nil, figures: [String] = [],
        links: [String] = []
    ) {
        self.id = id
        self.spoken = spoken
        self.shown = shown ?? spoken
        self.figures = figures
        self.links = links.map { "https://example.org/" + $0 }
    }

    static let all = [
        SpokenKind("text", ["Plainly said, see https://example.org/page"], links: ["page"]),
        SpokenKind(
            "format",
            [
                "strong and slanted", "• first item", "quoted words", "let code = 1", "head\ter",
                "cell\ttwo",
            ],
            shown: [
                "strong and slanted", "first item", "second item", "quoted words", "let code = 1",
                "head", "cell",
            ]),
        SpokenKind("entities", ["hidden 😀 shown"], links: ["target"]),
        SpokenKind("custom emoji", ["custom :blob: emoji"]),
        SpokenKind("language", ["Guten Morgen"]),
        SpokenKind("direction", ["שלום עולם"]),
        SpokenKind(
            "subject", ["Subject line\nunder a subject"],
            shown: ["Subject line", "under a subject"]),
        SpokenKind(
            "image", ["Photo: A blue field", "Photo caption"], shown: ["Photo caption"],
            figures: ["A blue field"]),
        SpokenKind(
            "video", ["Video, 1:13", "Film caption"], shown: ["1:13", "Film caption"],
            figures: ["Video, 1:13"]),
        SpokenKind("gif", ["GIF: A waving cat"], shown: [], figures: ["A waving cat"]),
        SpokenKind("sticker", ["Sticker: A thumb"], shown: [], figures: ["A thumb"]),
        SpokenKind(
            "voice", ["Voice message, 0:14", "Transcript\nCall me back"],
            shown: ["0:14", "Transcript", "Call me back"]),
        SpokenKind(
            "audio", ["Audio, 3:20: Song title · Band name"],
            shown: ["Song title", "Band name · 3:20"]),
        SpokenKind(
            "video_note", ["Video message, 0:09"], shown: ["0:09"], figures: ["Video message, 0:09"]
        ),
        SpokenKind("file", ["File: plan.pdf, 482 KB"], shown: ["plan.pdf", "482 KB"]),
        SpokenKind("attached contact", ["Contact: Dora Attached"], shown: ["Dora Attached"]),
        SpokenKind(
            "attached location", ["Location\nAttached place"], shown: ["Attached place"],
            figures: ["Location, Attached place"]),
        SpokenKind(
            "card", ["App: AppName · Card title", "Card words", "[Review button]"],
            shown: ["AppName", "Card title", "Card words", "Review button"],
            links: ["card", "button"]),
        SpokenKind(
            "unknown attachment", ["hologram: thing.holo", "Hologram caption"],
            shown: ["thing.holo", "hologram", "Hologram caption"]),
        SpokenKind(
            "missing", ["Photo: IMG_7.jpg (not in export)"], shown: ["IMG_7.jpg", "not in export"]),
        SpokenKind(
            "album", ["Photo: First of two\nPhoto: Second of two"], shown: [],
            figures: ["First of two", "Second of two"]),
        SpokenKind(
            "poll",
            [
                "Final results: Where shall we go?", "• Rome: 3 votes (your choice) · Ana and Ben",
                "• Oslo: 1 vote", "4 voters",
            ],
            shown: [
                "Where shall we go?", "Final results", "Rome", "3 · 75%", "Ana and Ben", "Oslo",
                "1 · 25%", "4 voters",
            ]),
        SpokenKind(
            "open poll", ["Poll: Still undecided?", "• Perhaps"],
            shown: ["Still undecided?", "Perhaps"]),
        SpokenKind(
            "location", ["Location\nAlexanderplatz\nBerlin Mitte\n52.52000, 13.40500"],
            shown: ["Alexanderplatz", "Berlin Mitte", "52.52000, 13.40500"],
            figures: ["Location, Alexanderplatz, Berlin Mitte, 52.52000, 13.40500"]),
        SpokenKind(
            "live location", ["Live location\n1.50000, 2.50000"],
            shown: ["Live location", "1.50000, 2.50000"],
            figures: ["Live location, 1.50000, 2.50000"]),
        SpokenKind(
            "contact", ["Contact: Cem Demir\n+49 30 1234\ncem@example.org"],
            shown: ["Cem Demir", "+49 30 1234", "cem@example.org"]),
        SpokenKind(
            "link",
            ["Look here", "Link: Site name Page title Words of a page https://example.org/a"],
            shown: ["Look here", "Site name", "Page title", "Words of a page"], links: ["a"]),
        SpokenKind("missed call", ["Missed video call"]),
        SpokenKind(
            "answered call", ["Outgoing voice call, 12 min 34 s"],
            shown: ["Outgoing voice call", "12 min 34 s"]),
        SpokenKind(
            "declined call", ["Outgoing voice call, Declined"],
            shown: ["Outgoing voice call", "Declined"]),
        SpokenKind(
            "busy call", ["Outgoing voice call, Line busy"],
            shown: ["Outgoing voice call", "Line busy"]),
        SpokenKind(
            "unanswered call", ["Outgoing voice call, No answer"],
            shown: ["Outgoing voice call", "No answer"]),
        SpokenKind(
            "failed call", ["Outgoing voice call, Call failed"],
            shown: ["Outgoing voice call", "Call failed"]),
        SpokenKind("system", ["Ana added Ben"]),
        SpokenKind("words of the system", ["Something happened"]),
        SpokenKind("note", ["A note to the file"]),
        SpokenKind("unknown kind", ["Unsupported message: telepathy", "Thought words"]),
        SpokenKind(
            "payment", ["Payment received: €20.00", "Pizza money"],
            shown: ["€20.00", "Payment received", "Pizza money"]),
        SpokenKind("reply", ["Ben: Plainly said", "Answering words"], shown: ["Answering words"]),
        SpokenKind(
            "reply to what is absent", ["Ana: Photo", "Answering the absent"],
            shown: ["Answering the absent"]),
        SpokenKind("thread", ["Thread head", "12 replies"]),
        SpokenKind("in the thread", ["In the thread"]),
        SpokenKind("forwarded", ["Forwarded from Dora", "Passed on"]),
        SpokenKind("reactions", ["Reacted to", "👍 2", ":blob:"], shown: ["Reacted to"]),
        SpokenKind("edited", ["Present words", "Former words", "Edited"]),
        SpokenKind("deleted", ["This message was deleted"]),
        SpokenKind(
            "deleted but known", ["Known words", "This message was deleted"], shown: ["Known words"]
        ),
        SpokenKind("translation", ["Bonjour", "Translation", "Good day"]),
        SpokenKind("effect", ["Loud", "Sent with slam"]),
        SpokenKind("pinned", ["Pinned words", "\nPinned ·"], shown: ["Pinned words"]),
        SpokenKind("starred", ["Starred words", "\nStarred ·"], shown: ["Starred words"]),
        SpokenKind("redacted", ["[redacted]"]),
        SpokenKind("sms", ["By text message"]),
        SpokenKind("sending", ["State is sending", "Sending…"], shown: ["State is sending"]),
        SpokenKind("sent", ["State is sent", "Sent"], shown: ["State is sent"]),
        SpokenKind(
            "delivered", ["State is delivered", "Delivered 12:01"], shown: ["State is delivered"]),
        SpokenKind("read", ["State is read", "Read 12:02"], shown: ["State is read"]),
        SpokenKind("played", ["State is played", "Played"], shown: ["State is played"]),
        SpokenKind("failed", ["State is failed", "Not Delivered"], shown: ["State is failed"]),
        SpokenKind("unread", ["3 unread messages"]),
        SpokenKind("typing", ["Typing…"], shown: [], figures: ["Typing…"]),
    ]
}
