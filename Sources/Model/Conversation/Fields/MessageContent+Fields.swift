import Basics

extension Poll: FieldObject {
    static let fields: Fields<Poll> = [
        Field("question", \.question, .line.or(""), "The question.", examples: ["Where?"]),
        Field("closed", \.isClosed, .flag, "Whether voting has ended."),
        Field(
            "total_voters", optional: \.totalVoters, .count, "Number of people who voted.",
            examples: [4]),
        Field("options", \.options, .list(.option, isOptional: false), "The options."),
    ]
}

extension Poll.Option: FieldObject {
    init() { self.init(text: "") }

    static let fields: Fields<Self> = [
        Field("text", \.text, .line.or(""), "The option's text.", examples: ["Rome"]),
        Field("votes", optional: \.votes, .count, "Number of votes.", examples: [3]),
        Field(
            "voters", \.voters, .people, "Who voted for it, by ID or name.",
            examples: [["ana", "ben"]]),
        Field("chosen", \.isChosen, .flag, "Whether I voted for it."),
    ]
}

extension FieldSyntax where Value == Poll.Option {
    fileprivate static var option: FieldSyntax {
        part(or: [.string]) { fields in fields.line().map(Poll.Option.init) }
    }
}

extension Location: FieldObject {
    static let fields: Fields<Location> = [
        Field(
            "lat", optional: \.latitude, .number(-90...90), "Latitude in degrees north.",
            examples: [.number("52.52")], also: ["latitude"]),
        Field(
            "lon", optional: \.longitude, .number(-180...180), "Longitude in degrees east.",
            examples: [.number("13.405")], also: ["longitude", "lng"]),
        Field("name", optional: \.name, .line, "Name of the place.", examples: ["Alexanderplatz"]),
        Field(
            "address", optional: \.address, .nonEmptyText, "Address of the place.",
            examples: ["10178 Berlin"]),
        Field("live", \.isLive, .flag, "Whether it is a live location."),
        Field(
            "picture", optional: \.picture, .picture,
            "Your own map of the place. Default: a grid with a pin, or nothing in the theme `print`.",
            also: ["image"]),
    ]
}

extension Contact: FieldObject {
    static let fields: Fields<Contact> = [
        Field("name", \.name, .line.or(""), "Name of the person.", examples: ["Cem Öz"]),
        Field(
            "phones", \.phones, .more, "Phone numbers.", examples: [["+49 30 1234567"]],
            also: [FieldAlias("phone", "+49 30 1234567")]),
        Field(
            "emails", \.emails, .more, "Email addresses.", examples: [["cem@example.com"]],
            also: [FieldAlias("email", "cem@example.com")]),
    ]
}

extension FieldSyntax where Value == Contact {
    static var contact: FieldSyntax {
        part(or: [.text]) { fields in
            guard let name = fields.line() else { return nil }
            var contact = Contact()
            contact.name = name
            return contact
        }
    }
}

extension LinkPreview: FieldObject {
    init() { self.init(url: "") }

    static let fields: Fields<LinkPreview> = [
        Field(
            "url", \.url, .url.or(""), "The link's target.", examples: ["https://example.com"]),
        Field(
            "title", optional: \.title, .line, "Title of the preview.",
            examples: ["Trains to the lake"]),
        Field(
            "description", optional: \.summary, .nonEmptyText,
            "Description, in one or two lines.", examples: ["Every hour from seven."]),
        Field("site", optional: \.site, .line, "Name of the site.", examples: ["Example"]),
        Field("image", optional: \.picture, .picture, "", also: ["picture"]),
    ]
}

extension FieldSyntax where Value == LinkPreview {
    static var link: FieldSyntax {
        part(or: [.text]) { fields in fields.line().map(LinkPreview.init) }.unlessEmpty
    }
}

extension Call: FieldObject {
    static let fields: Fields<Call> = [
        Field("video", \.isVideo, .flag, "Whether it is a video call."),
        Field(
            "direction", optional: \.direction, .choice("direction"),
            "`in` for an incoming call, `out` for an outgoing one."),
        Field("outcome", optional: \.outcome, .choice, "Outcome of the call."),
        Field("duration", optional: \.duration, .duration, ""),
    ]
}

extension SystemEvent: FieldObject {
    init() { self.init(action: "") }

    static let fields: Fields<SystemEvent> = [
        Field(
            "action", \.action, .line.or(""),
            "The event, by Chatprint's name or the app's. Each language has a sentence for it.",
            examples: ["member_added"]),
        Field(
            "actors", \.actors, .morePeople, "Who caused the event.", examples: [["ana"]],
            also: [FieldAlias("actor", "ana")]),
        Field(
            "targets", \.targets, .morePeople, "Who or what the event affects.",
            examples: [["ben"]], also: [FieldAlias("target", "ben")]),
    ]
}

extension FieldSyntax where Value == SystemEvent {
    static var event: FieldSyntax {
        part(or: [.text]) { fields in fields.line().map(SystemEvent.init) }
    }
}

extension Payment: FieldObject {
    init() { self.init(amount: "") }

    static let fields: Fields<Payment> = [
        Field(
            "amount", \.amount, .identifier.holding(.texts).or(""), "The amount.", examples: ["20"]),
        Field(
            "currency", optional: \.currency, .line, "ISO 4217 code, or a currency sign.",
            examples: ["EUR"]),
        Field("note", optional: \.note, .nonEmptyText, "The purpose.", examples: ["Pizza"]),
        Field(
            "direction", optional: \.direction, .choice("direction"),
            "`in` for money received, `out` for money sent."),
    ]
}
