import Basics
import Model

/// Converts Telegram's service messages to a sentence and an event.
struct TelegramService {
    let source: JSONValue

    func fill(_ record: inout Record) {
        let action = source.text("action") ?? ""
        if action == "phone_call" || action == "conference_call" {
            return call(&record)
        }
        let (event, sentence) = described(action)
        var text = source.text("information_text") ?? sentence
        // What the person wrote with a gift, or about a suggested post.
        for field in ["gift_text", "comment"] {
            let words = TelegramText.plain(source[field])
            if !words.isEmpty { text += ": “\(words)”" }
        }
        record.becomeNotice(event, by: [actor].compactMap(\.self), to: members, text: text)
    }

    /// Returns the event and the first sentence of which the export states every part.
    private func described(_ action: String) -> (SystemAction, String) {
        let isTimerOff = action == "set_messages_ttl" && source.count("period") == 0
        let known = [
            Self.actions[isTimerOff ? "unset_messages_ttl" : action], Self.shorter[action],
        ]
        for (event, sentence) in known.compactMap(\.self) {
            if let text = filled(sentence) { return (event, text) }
        }
        // The readable name of an action that is unknown because it is newer.
        let name = action.isEmpty ? "service message" : action.replacing("_", with: " ")
        return (
            Self.actions[action]?.0 ?? .notice,
            actor.map { "\($0): \(name)" } ?? Self.beginning(name[...])
        )
    }

    /// Returns a text as the beginning of a sentence.
    private static func beginning(_ text: Substring) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The name of the person who acted, or nil if the export does not state anybody.
    private var actor: String? {
        guard source["actor"] != nil || source["actor_id"] != nil else { return nil }
        return source.text("actor") ?? "Deleted Account"
    }

    private var members: [String] {
        source.list("members").prefix(200).map { $0.string ?? "Deleted Account" }
    }

    private func call(_ record: inout Record) {
        var call = Call()
        call.duration = source.span("duration_seconds")
        switch source.text("discard_reason") {
        case "busy": call.outcome = .busy
        case "missed": call.outcome = .missed
        case "disconnect", "hangup", "migrate_conference_all": call.outcome = .answered
        default:
            call.outcome = source.flag("is_missed") ? .missed : call.duration.map { _ in .answered }
        }
        record.becomeCall(call)
        guard let actor else { return }
        record.sender = Record.Person(
            key: TelegramChat.key(source.identifier("actor_id") ?? actor), name: actor)
    }

    /// Replaces `%a` by the actor, `%m` by the members, `%$` by the amount, `%t` by the period and
    /// `%{field}` by the field's value. Returns nil if one of them is missing. A sentence without
    /// an actor begins with its verb.
    private func filled(_ sentence: String) -> String? {
        let verb = sentence.hasPrefix("%a") ? sentence.dropFirst(2).drop { ": ".contains($0) } : ""
        let sentence = actor == nil && !verb.isEmpty ? Self.beginning(verb) : sentence
        var out = ""
        var rest = sentence[...]
        while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
            out += rest[..<mark]
            rest = rest[rest.utf8.index(after: mark)...]
            let value: String?
            switch rest.utf8.first {
            case UInt8(ascii: "a"): value = actor
            case UInt8(ascii: "m"): value = members.joined(separator: ", ")
            case UInt8(ascii: "$"): value = amount
            case UInt8(ascii: "t"): value = source.count("period").map(WarningText.duration)
            default:
                let field = rest.dropFirst().prefix { $0 != "}" }
                value = self.value(String(field))
                rest = rest.dropFirst(field.count + 1)
            }
            guard let value, !value.isEmpty else { return nil }
            out += value
            rest = rest.dropFirst()
        }
        return out + rest
    }

    private func value(_ field: String) -> String? {
        switch source[field] {
        case .string(let text): text
        case .number(let text): text
        case .array(let list):
            list.map { TelegramText.plain($0["text"] ?? $0) }.joined(separator: ", ")
        case .null: ["from", "to"].contains(field) ? "Deleted Account" : nil
        case .object, .bool, nil: nil
        }
    }

    /// The sum of a payment, which is stored in the smallest unit of its currency.
    private var amount: String? {
        guard let amount = source.count("amount"), let currency = source.text("currency") else {
            return nil
        }
        return "\(Money.text(smallestUnits: amount, of: currency)) \(currency)"
    }

    /// The sentences for actions of which the export states less.
    private static let shorter: [String: (SystemAction, String)] = [
        "create_group": (.groupCreated, "%a created the group “%{title}”"),
        "join_group_by_link": (.memberJoined, "%a joined by a link"),
        "edit_chat_theme": (.themeChanged, "%a disabled the chat theme"),
        "topic_edit": (.settingsChanged, "%a changed the icon of the topic"),
    ]

    private static let actions: [String: (SystemAction, String)] = [
        "create_group": (.groupCreated, "%a created the group “%{title}” with %m"),
        "create_channel": (.channelCreated, "%a created the channel “%{title}”"),
        "edit_group_title": (.titleChanged, "%a changed the title to “%{title}”"),
        "edit_group_photo": (.photoChanged, "%a changed the photo"),
        "delete_group_photo": (.photoRemoved, "%a removed the photo"),
        "invite_members": (.memberAdded, "%a invited %m"),
        "remove_members": (.memberRemoved, "%a removed %m"),
        "join_group_by_link": (.memberJoined, "%a joined by a link from %{inviter}"),
        "join_group_by_request": (.memberJoined, "%a joined by request"),
        "migrate_to_supergroup": (.migrated, "%a made the group a supergroup"),
        "migrate_from_group": (.migrated, "%a made the group “%{title}” a supergroup"),
        "pin_message": (.pinned, "%a pinned a message"),
        "clear_history": (.historyCleared, "History cleared"),
        "score_in_game": (.game, "%a scored %{score} in a game"),
        "send_payment": (.payment, "%a paid %$"),
        "refunded_payment": (.payment, "%a refunded %$"),
        "group_call": (.call, "%a: group call"),
        "group_call_scheduled": (.call, "%a scheduled a group call"),
        "invite_to_group_call": (.call, "%a invited %m to the group call"),
        "take_screenshot": (.screenshot, "%a took a screenshot"),
        "joined_telegram": (.memberJoined, "%a joined Telegram"),
        "set_messages_ttl": (.timerChanged, "%a set messages to disappear after %t"),
        "unset_messages_ttl": (.timerChanged, "%a turned disappearing messages off"),
        "edit_chat_theme": (.themeChanged, "%a changed the chat theme to %{emoticon}"),
        "set_chat_wallpaper": (.themeChanged, "%a changed the wallpaper"),
        "set_same_chat_wallpaper": (.themeChanged, "%a set the same wallpaper"),
        "topic_created": (.threadCreated, "%a created the topic “%{title}”"),
        "topic_edit": (.titleChanged, "%a changed the topic to “%{new_title}”"),
        "suggest_profile_photo": (.photoChanged, "%a suggested a profile photo"),
        "requested_phone_number": (.notice, "%a was asked for a phone number"),
        "requested_peer": (.notice, "%a shared a chat"),
        "allow_sending_messages": (.settingsChanged, "%a allowed messages from the bot"),
        "attach_menu_bot_allowed": (.settingsChanged, "%a allowed the bot in the attachment menu"),
        "web_app_bot_allowed": (.settingsChanged, "%a allowed the web app"),
        "send_webview_data": (.notice, "%a sent “%{text}” from a web app"),
        "send_passport_values": (.notice, "%a sent passport data"),
        "proximity_reached": (.locationShared, "%{from} is within %{distance} m of %{to}"),
        "send_premium_gift": (.gift, "%a gave Telegram Premium"),
        "gift_code_prize": (.gift, "%a gave a gift code"),
        "giveaway_launch": (.gift, "%a started a giveaway"),
        "giveaway_results": (.gift, "The giveaway has its winners"),
        "boost_apply": (.boost, "%a boosted the group"),
        "send_star_gift": (.gift, "%a sent a gift"),
        "send_stars_gift": (.gift, "%a gave stars"),
        "send_ton_gift": (.gift, "%a gave TON"),
        "stars_prize": (.gift, "%a won stars"),
        "paid_messages_refund": (.payment, "%a refunded paid messages"),
        "paid_messages_price_change": (.settingsChanged, "%a changed the price of messages"),
        "todo_completions": (.notice, "%a changed tasks of a checklist"),
        "todo_append_tasks": (.notice, "%a added tasks: %{items}"),
        "process_suggested_post": (.notice, "%a reviewed a suggested post"),
        "suggested_post_success": (.notice, "The suggested post was published"),
        "suggested_post_refund": (.payment, "The suggested post was refunded"),
    ]
}
