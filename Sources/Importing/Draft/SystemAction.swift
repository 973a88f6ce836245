/// What system texts are about, under one name for all formats.
enum SystemAction: String {
    case memberAdded = "member_added"
    case memberJoined = "member_joined"
    case memberLeft = "member_left"
    case memberRemoved = "member_removed"
    case groupCreated = "group_created"
    case channelCreated = "channel_created"
    case titleChanged = "title_changed"
    case photoChanged = "photo_changed"
    case photoRemoved = "photo_removed"
    case topicChanged = "topic_changed"
    case descriptionChanged = "description_changed"
    case settingsChanged = "settings_changed"
    case adminChanged = "admin_changed"
    case numberChanged = "number_changed"
    case nameChanged = "name_changed"
    case securityCodeChanged = "security_code_changed"
    case encryption
    case timerChanged = "timer_changed"
    case blocked
    case unblocked
    case business
    case pinned
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
    case history = "history_cleared"
    case locationShared = "location_shared"
    case notice
}
