import Model

/// The non-text contents in a message's markup.
enum SkypeContent {
    static func kind(_ type: String, _ object: String?, _ name: String?) -> Attachment.Kind {
        let words = [type, object ?? ""]
        func says(_ word: String) -> Bool { words.contains { $0.holds(word) } }
        if says("Video") { return .video }
        if says("Audio") { return .voice }
        if says("Picture") || type == "RichText/UriObject" || says("Album") { return .image }
        return FileKind.kind(name: name)
    }

    static func isBlank(_ node: HTMLElement.Node) -> Bool {
        if case .text(let text) = node { text.trimmingBlanks().isEmpty } else { false }
    }

    /// Degrees are in millionths.
    static func location(_ root: HTMLElement) -> Location {
        var location = Location()
        let source = root.first(tag: "location") ?? root
        func degrees(_ name: String, _ most: Double) -> Double? {
            source[name].flatMap { Double($0) }.flatMap {
                abs($0) <= most * 1_000_000 ? $0 / 1_000_000 : nil
            }
        }
        location.latitude = degrees("latitude", 90)
        location.longitude = degrees("longitude", 180)
        let address = (source["address"] ?? source.text).trimmingBlanks()
        location.address = address.isEmpty ? nil : CleanText.clean(address)
        return location
    }

    static func call(_ root: HTMLElement) -> Call {
        var call = Call()
        let list = root.first(tag: "partlist")
        let seconds = (list?.all(tag: "duration") ?? []).compactMap {
            Double($0.text.trimmingBlanks())
        }
        if let most = seconds.max(), most > 0, most < 1e9 { call.duration = most.rounded() }
        switch list?["type"] {
        case "missed": call.outcome = .missed
        case "ended": call.outcome = call.duration == nil ? .unanswered : .answered
        default: break
        }
        return call
    }

    static func event(
        _ type: String, _ root: HTMLElement, name: (String) -> String
    ) -> (system: SystemEvent, text: String) {
        let actors = root.all(tag: "initiator").map { CleanText.line(name($0.text)) }
        var targets = root.all(tag: "target").map { $0.first(tag: "id") ?? $0 }
            .map { CleanText.line(name($0.text.trimmingBlanks())) }
        var value = root.first(tag: "value")?.text.trimmingBlanks() ?? ""
        let action: SystemAction
        switch type.dropFirst("ThreadActivity/".count) {
        case "AddMember": action = actors == targets ? .memberJoined : .memberAdded
        case "DeleteMember": action = actors == targets ? .memberLeft : .memberRemoved
        case "TopicUpdate": action = .titleChanged
        case "PictureUpdate": action = .photoChanged
        case "HistoryDisclosedUpdate", "JoiningEnabledUpdate": action = .settingsChanged
        case "RoleUpdate": action = .adminChanged
        default: action = .notice
        }
        if action == .memberJoined || action == .memberLeft { targets = [] }
        if action == .photoChanged { value = "" }
        if action == .titleChanged, !value.isEmpty {
            value = "\(actors.first ?? "") changed the title to \u{201C}\(value)\u{201D}"
                .trimmingBlanks()
        }
        if action == .notice, value.isEmpty { value = String(type) }
        var system = SystemEvent(action: action.rawValue)
        system.actors = Array(actors.prefix(50))
        system.targets = Array(targets.prefix(50))
        return (system, value)
    }

    static func emoji(_ key: String) -> String {
        let known = [
            "like": "👍", "yes": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢",
            "cry": "😢", "angry": "😠", "smile": "🙂",
        ]
        let name = String(key.prefix { $0 != ";" })
        return known[name] ?? (name.isEmpty ? "" : ":\(name):")
    }
}
