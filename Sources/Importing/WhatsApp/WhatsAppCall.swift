import Model

/// Calls in English exports: `Missed voice call`, `Video call, 3 min`.
enum WhatsAppCall {
    static func read(_ text: String) -> Call? {
        guard text.utf8.count <= 80, mayBeCall(text) else { return nil }
        var words = text.lowercased()[...]
        var call = Call()
        for miss in ["missed ", "silenced "] where words.hasPrefix(miss) {
            words = words.dropFirst(miss.count)
            call.outcome = .missed
            call.direction = .in
        }
        if words.hasPrefix("group ") { words = words.dropFirst(6) }
        if words.hasPrefix("video call") {
            call.isVideo = true
        } else if !words.hasPrefix("voice call") {
            return nil
        }
        let rest = words.dropFirst(10)
        if rest.isEmpty || rest.hasPrefix(" at ") || rest == "." {
            return call.outcome == nil ? nil : call
        }
        guard rest.hasPrefix(", ") else { return nil }
        return finish(&call, String(rest.dropFirst(2)))
    }

    /// Checks the first letter against those of `missed`, `silenced`, `group`, `video` and `voice`.
    private static func mayBeCall(_ text: String) -> Bool {
        switch (text.utf8.first ?? 0) | 0x20 {
        case UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "g"), UInt8(ascii: "v"): true
        default: false
        }
    }

    private static func finish(_ call: inout Call, _ end: String) -> Call? {
        if end.hasPrefix("tap to call back") { return call }
        if end.hasPrefix("no answer") {
            call.outcome = .unanswered
            call.direction = .out
            return call
        }
        let parts = end.split(separator: " ")
        guard parts.count.isMultiple(of: 2), parts.count >= 2 else { return nil }
        var seconds = 0.0
        for index in stride(from: 0, to: parts.count, by: 2) {
            guard let value = Double(parts[index]), value < 1e6 else { return nil }
            switch parts[index + 1].prefix(1) {
            case "s": seconds += value
            case "m": seconds += value * 60
            case "h": seconds += value * 3600
            default: return nil
            }
        }
        call.outcome = .answered
        call.duration = seconds
        return call
    }
}
