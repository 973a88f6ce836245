import Basics

extension Options: FieldObject {
    static let fields: Fields<Options> = [
        Field(
            "show", \.show, .object, "What is shown in addition to the messages.",
            examples: [["times": "each"]]),
        Field(
            "group_window", \.groupWindow, .number(0...31_536_000),
            "Maximum seconds between messages of one run."),
        Field("order", \.order, .choice, "Whether the oldest or the newest message is first."),
        Field(
            "time_format", \.timeFormat, .timeFormat,
            "12- or 24-hour clock. `auto`: as usual in the language."),
        Field("density", \.density, .choice, "Spacing of the rows."),
        Field(
            "contrast", FieldSyntax<Options.Contrast>.choice.shape,
            "Contrast of text. The default is at least 4.5 to 1; `app` uses the apps' own colors, some of which are hard to read."
        ) { fields, options in options.contrast = fields.choice() ?? options.contrast },
        Field("mirror_sides", \.mirrorSides, .flag, "Whether my messages are on the left."),
        Field("strict", \.isStrict, .flag, "Whether to treat warnings as errors."),
        Field(
            "redact", \.redactions, .redactions,
            "Up to 100 redaction rules. A bar of constant length replaces redacted content; its text is \"[redacted]\". A warning reports how often each rule matched.",
            examples: [[["pattern": "\\d{7,}"]]], isClosing: true),
        Field(
            "filter", \.filter, .object,
            "Keeps messages that match all criteria. In a list, one value must match. A warning reports how many messages each criterion omitted.",
            examples: [["after": "2026-05", "has": ["image"]]]),
        Field(
            "highlight", \.highlight, .selection,
            "Messages with a colored band behind them, by ID, number or criteria.",
            examples: [["m3", 5], ["text": "lake"]]),
        Field(
            "dim", \.dim, .selection, "Messages drawn faintly, by ID, number or criteria.",
            examples: [["m3", 5], ["text": "lake"]]),
        Field(
            "notes", \.notes, .notes, "Up to 1000 notes, each with an arrow to a message.",
            examples: [[["message": "m3", "text": "Three weeks before the contract"]]]),
        Field(
            "gaps", optional: \.gaps, .bool,
            "Whether to state where the filter omitted messages, and how many. Default: as defined by the theme (`print` does). Evidence documents always do."
        ),
        Field(
            "mark", optional: \.mark, .line,
            "Small text at the bottom of each picture and page. The setting `mark` overrides it.",
            examples: ["Reconstruction"]),
    ]
}

extension Options.Show: FieldObject {
    static let fields: Fields<Self> = [
        Field(
            "names", \.names, .choice(true: .always, false: .never),
            "Names of senders. `auto`: in groups, as defined by the theme."),
        Field(
            "avatars", \.avatars, .choice(true: .always, false: .never),
            "Avatars: pictures or initials."),
        Field(
            "times", \.times, .choice(true: .each, false: .never),
            "Times: `group` above a run of messages, `each` at every message."),
        Field("dates", \.dates, .bool, "A line at the start of each day."),
        Field(
            "status", \.status, .choice(true: .last, false: .never),
            "Delivery status (sent, delivered, read) on the last sent message, or on each."),
        Field(
            "header", optional: \.header, .bool,
            "A bar with the title at the top. Default: as defined by the theme (`print` has one)."),
        Field("numbers", \.numbers, .flag, "The number of each message."),
        Field(
            "system", optional: \.system, .bool,
            "System prompts, tool calls and reasoning of AI transcripts."),
        Field("reaction_names", \.reactionNames, .flag, "Names of the people who reacted."),
        Field("edits", \.edits, .flag, "Earlier texts of edited messages."),
        Field("handles", \.handles, .flag, "Handles beside displayed names."),
        Field("utc", \.utc, .flag, "UTC times beside local times."),
        Field(
            "redactions", \.redactions, .flag,
            "Certainty of the redactions, in the tables of facts of an evidence document: the number of places in which only a part of a name was found, and of similar words that were not redacted. Counts only, no words."
        ),
        Field(
            "sources", optional: \.sources, .bool,
            "What the sources of a joined conversation say otherwise. Default: as defined by the theme (`print` does). Evidence documents always do."
        ),
    ]
}

extension Options.Filter: FieldObject {
    static let fields = Fields<Self>(
        [
            Field(
                "after", optional: \.after, .seam,
                "Keeps messages at or after this time. A month or year starts on its first day."),
            Field("before", optional: \.before, .seam, "Keeps messages before this time."),
        ] + Options.Criteria.fields.list.map { $0.within(\.wanted) } + [
            Field(
                "exclude", \.excluded, .object,
                "Omits messages that match any of these criteria. Replies do not quote them."),
            Field(
                "limit", optional: \.limit, .integer(1...Int.max),
                "Maximum number of messages, applied last.", examples: [100]),
        ])
}

extension Options.Criteria: FieldObject {
    static let fields: Fields<Self> = [
        Field(
            "from", \.from, .names("names"), "Messages of this sender: ID, name or handle.",
            examples: [["ben"]]),
        Field("text", \.text, .searched, "", examples: ["lake"]),
        Field("regex", \.regex, .patterns, "", examples: ["train|bus"]),
        Field("kinds", \.kinds, .names("kinds"), "", examples: [["message"]]),
        Field("has", \.has, .contents, ""),
        Field(
            "only_in", \.onlyIn, .names("names"),
            "Messages of a joined conversation that only this source has: its ID or name.",
            examples: [["b"]]),
    ]
}
