import Basics

/// The key `bubble`. It contains the keys common to both sides, and sections for one side or
/// service.
enum SideKeys {
    static let services = [
        "imessage", "sms", "rcs", "whatsapp", "telegram", "signal", "slack", "discord", "messenger",
        "assistant", "other",
    ]

    static let style = ValueSyntax<BubbleStyle>.section(BubbleKeys.all)
    private static let shared = ValueSyntax<BubbleStyle>.section(
        BubbleKeys.all, others: ["received", "sent", "services"])

    static let bubble = Key<ThemeDraft>(
        "bubble",
        lines: [
            KeyLine(path: "bubble", words: "object", meaning: "the bubbles on both sides"),
            KeyLine(
                path: "bubble.received", words: "object",
                meaning: "the same keys, for received bubbles"),
            KeyLine(
                path: "bubble.sent", words: "object", meaning: "the same keys, for sent bubbles"),
            KeyLine(
                path: "bubble.services.sms", words: "object",
                meaning: "the same keys, for messages of another service"),
        ] + shared.keys.map { $0.below("bubble") },
        read: read, write: write)

    @Sendable private static func read(
        _ json: JSONValue, _ draft: inout ThemeDraft, _ reading: inout ThemeReading
    ) {
        draft.theme.received =
            shared.read(json, draft.theme.received, &reading) ?? draft.theme.received
        draft.theme.sent = shared.read(json, draft.theme.sent, &reading) ?? draft.theme.sent
        if let received = json["received"] {
            side("received", \.received, json: received, theme: &draft.theme, &reading)
        }
        if let sent = json["sent"] {
            side("sent", \.sent, json: sent, theme: &draft.theme, &reading)
        }
        if let services = json["services"] {
            reading.at("services") { patch(services, &draft, &$0) }
        }
    }

    private static func side(
        _ key: String, _ place: WritableKeyPath<Theme, BubbleStyle>, json: JSONValue,
        theme: inout Theme, _ reading: inout ThemeReading
    ) {
        reading.at(key) { reading in
            theme[keyPath: place] =
                style.read(json, theme[keyPath: place], &reading) ?? theme[keyPath: place]
        }
    }

    private static func patch(
        _ json: JSONValue, _ draft: inout ThemeDraft, _ reading: inout ThemeReading
    ) {
        guard case .object(let members) = json else { return reading.expected(.object, json) }
        reading.rejectUnknown(members, known: services)
        for service in services {
            guard let json = json[service] else { continue }
            draft.services.append(
                .init(service: service, json: json, path: reading.path + [service]))
        }
    }

    @Sendable private static func write(
        _ draft: ThemeDraft, _ pictures: [ThemePicture]
    ) -> JSONValue? {
        let theme = draft.theme
        let services = theme.sentByService.sorted { $0.key < $1.key }
            .map { JSONValue.Member($0.key, style.write($0.value, pictures)) }
        return .object([
            .init("received", style.write(theme.received, pictures)),
            .init("sent", style.write(theme.sent, pictures)),
            .init("services", .object(services)),
        ])
    }
}
