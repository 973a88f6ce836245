/// The types of system events, with the same name for all messengers and exports.
package enum SystemAction: String, CaseIterable, Sendable {
    case memberAdded = "member_added"
    case memberJoined = "member_joined"
    case memberLeft = "member_left"
    case memberRemoved = "member_removed"
    case adminAdded = "admin_added"
    case adminRemoved = "admin_removed"
    case adminChanged = "admin_changed"
    case groupCreated = "group_created"
    case channelCreated = "channel_created"
    case titleChanged = "title_changed"
    case photoChanged = "photo_changed"
    case photoRemoved = "photo_removed"
    case topicChanged = "topic_changed"
    case descriptionChanged = "description_changed"
    case settingsChanged = "settings_changed"
    case numberChanged = "number_changed"
    case nameChanged = "name_changed"
    case securityCodeChanged = "security_code_changed"
    case encryption
    case timerChanged = "timer_changed"
    case blocked
    case unblocked
    case business
    case pinned
    case unpinned
    case call
    case themeChanged = "theme_changed"
    case screenshot
    case migrated
    case archived
    case threadCreated = "thread_created"
    case payment
    case gift
    case boost
    case game
    case historyCleared = "history_cleared"
    case locationShared = "location_shared"
    case joinedService = "joined_service"
    /// Any other event, which only its text describes.
    case notice

    /// The actions for which every language has a sentence.
    package static let described = allCases.filter { $0 != .notice }

    /// The names in exports and export tools, besides Chatprint's own.
    private static let aliases: [String: SystemAction] = [
        "add_member": .memberAdded, "added": .memberAdded, "invite_members": .memberAdded,
        "recipient_add": .memberAdded, "participant_added": .memberAdded, "bot_add": .memberAdded,
        "join": .memberJoined, "joined": .memberJoined, "join_group_by_link": .memberJoined,
        "join_group_by_request": .memberJoined, "channel_join": .memberJoined,
        "group_join": .memberJoined, "guild_member_join": .memberJoined,
        "leave": .memberLeft, "left": .memberLeft, "channel_leave": .memberLeft,
        "group_leave": .memberLeft,
        "remove_members": .memberRemoved, "removed": .memberRemoved,
        "recipient_remove": .memberRemoved, "participant_removed": .memberRemoved,
        "admin_promoted": .adminAdded, "promoted": .adminAdded, "admin_demoted": .adminRemoved,
        "demoted": .adminRemoved,
        "create_group": .groupCreated, "created": .groupCreated, "create_channel": .channelCreated,
        "edit_group_title": .titleChanged, "channel_name": .titleChanged,
        "group_name": .titleChanged, "channel_name_change": .titleChanged,
        "subject_changed": .titleChanged, "renamed": .titleChanged,
        "edit_group_photo": .photoChanged, "icon_changed": .photoChanged,
        "channel_icon_change": .photoChanged, "delete_group_photo": .photoRemoved,
        "channel_topic": .topicChanged, "group_topic": .topicChanged,
        "channel_purpose": .descriptionChanged, "group_purpose": .descriptionChanged,
        "profile_change": .nameChanged, "keychange": .securityCodeChanged,
        "timer_notification": .timerChanged, "set_messages_ttl": .timerChanged,
        "disappearing_messages": .timerChanged,
        "pin_message": .pinned, "pinned_item": .pinned, "message_pinned": .pinned,
        "channel_pinned_message": .pinned,
        "phone_call": .call, "group_call": .call, "conference_call": .call, "huddle_thread": .call,
        "invite_to_group_call": .call,
        "edit_chat_theme": .themeChanged, "set_chat_wallpaper": .themeChanged,
        "set_same_chat_wallpaper": .themeChanged,
        "take_screenshot": .screenshot, "migrate_to_supergroup": .migrated,
        "migrate_from_group": .migrated, "channel_archive": .archived, "group_archive": .archived,
        "topic_created": .threadCreated,
        "send_payment": .payment, "send_premium_gift": .gift, "send_star_gift": .gift,
        "send_stars_gift": .gift, "boost_apply": .boost, "score_in_game": .game,
        "clear_history": .historyCleared, "proximity_reached": .locationShared,
        "joined_telegram": .joinedService, "joined_signal": .joinedService,
    ]

    package init?(named name: String) {
        let key = name.utf8.prefix(64).map { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") ? UInt8(ascii: "_") : byte
        }
        let plain = String(decoding: key, as: UTF8.self).lowercased()
        let words = plain.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        let past = words.map { SystemAction.past[$0] ?? $0 }.joined(separator: "_")
        let present = words.map { SystemAction.present[$0] ?? $0 }.joined(separator: "_")
        for name in [plain, past, present] {
            guard let action = SystemAction(rawValue: name) ?? SystemAction.aliases[name] else {
                continue
            }
            self = action
            return
        }
        return nil
    }

    /// The past participles of verbs. Events are named in the present tense (`add`, `member_add`)
    /// or the past (`added`).
    private static let past: [String: String] = [
        "add": "added", "remove": "removed", "join": "joined", "leave": "left",
        "create": "created", "change": "changed", "rename": "renamed", "promote": "promoted",
        "demote": "demoted", "pin": "pinned", "unpin": "unpinned", "block": "blocked",
        "unblock": "unblocked", "archive": "archived", "migrate": "migrated", "clear": "cleared",
        "share": "shared",
    ]
    private static let present: [String: String] = {
        var present = ["edited": "edit", "deleted": "delete", "invited": "invite", "sent": "send"]
        for (now, before) in past { present[before] = now }
        return present
    }()
}
