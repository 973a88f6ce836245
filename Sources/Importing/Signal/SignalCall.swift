import Model

/// Calls as written by signal-export: `Incoming voice call (accepted, 3m 5s)`, `Missed video call`.
enum SignalCall {
    static func read(_ text: String) -> Call? {
        guard text.utf8.count <= 80 else { return nil }
        var words = text.lowercased().split(whereSeparator: { " (),".contains($0) })[...]
        var call = Call()
        switch words.popFirst() {
        case "incoming": call.direction = .in
        case "outgoing": call.direction = .out
        case "missed":
            call.direction = .in
            call.outcome = .missed
        default: return nil
        }
        switch words.popFirst() {
        case "video": call.isVideo = true
        case "voice", "group": break
        default: return nil
        }
        guard words.popFirst() == "call" else { return nil }
        if let word = words.popFirst() {
            switch word {
            case "accepted": call.outcome = .answered
            case "declined": call.outcome = .declined
            case "unanswered": call.outcome = .unanswered
            case "missed": call.outcome = .missed
            default: return nil
            }
        }
        let parts = words.compactMap(seconds)
        if call.outcome == .answered, !parts.isEmpty { call.duration = parts.reduce(0, +) }
        return call
    }

    /// Parses `3m`, `5s` or `1h`.
    private static func seconds(_ part: Substring) -> Double? {
        guard let number = Double(part.dropLast()), number < 1e6 else { return nil }
        switch part.last {
        case "s": return number
        case "m": return number * 60
        case "h": return number * 3600
        default: return nil
        }
    }
}
