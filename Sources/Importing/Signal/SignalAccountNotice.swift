import Basics
import Model

/// Converts an event in a chat of Signal's export to a call or a notice.
struct SignalAccountNotice {
    /// Returns the display name for a recipient's ID.
    let name: (String) -> String

    func fill(_ record: inout Record, _ update: JSONValue, by author: String) {
        if let call = update["individualCall"] { return record.becomeCall(self.call(call)) }
        if let call = update["groupCall"] {
            var details = Call()
            switch call.text("state") {
            case "MISSED", "MISSED_NOTIFICATION_PROFILE": details.outcome = .missed
            case "DECLINED": details.outcome = .declined
            case "JOINED", "ACCEPTED": details.outcome = .answered
            default: break
            }
            if let start = call.span("startedCallTimestamp"),
                let end = call.span("endedCallTimestamp"),
                end > start
            {
                details.duration = (end - start) / 1000
            }
            return record.becomeCall(details)
        }
        let (action, words) = sentence(update, CleanText.line(name(author)))
        record.becomeNotice(action, text: words)
    }

    private func call(_ source: JSONValue) -> Call {
        var call = Call()
        call.isVideo = source.text("type") == "VIDEO_CALL"
        call.direction = source.text("direction") == "OUTGOING" ? .out : .in
        switch source.text("state") {
        case "ACCEPTED": call.outcome = .answered
        case "NOT_ACCEPTED": call.outcome = call.direction == .out ? .unanswered : .declined
        case "MISSED", "MISSED_NOTIFICATION_PROFILE": call.outcome = .missed
        default: break
        }
        return call
    }

    private func sentence(_ update: JSONValue, _ author: String) -> (SystemAction, String) {
        if let simple = update["simpleUpdate"] {
            let type = simple.text("type") ?? ""
            return Self.simple[type].map { ($0.0, $0.1.replacing("%a", with: author)) }
                ?? (.notice, "\(author): " + Self.words(type))
        }
        if let timer = update["expirationTimerChange"] {
            let seconds = (timer.count("expiresInMs") ?? 0) / 1000
            let words =
                seconds == 0
                ? "\(author) turned disappearing messages off"
                : "\(author) set messages to disappear after \(WarningText.duration(seconds))"
            return (.timerChanged, words)
        }
        if let change = update["profileChange"] {
            let (old, new) = (change.text("previousName") ?? "", change.text("newName") ?? "")
            return (.nameChanged, CleanText.line("\(old) changed their name to \(new)"))
        }
        if let change = update["groupChange"] {
            let kinds = change.list("updates").prefix(20).compactMap { $0.members?.first?.key }
            let all = kinds.map { Self.words($0.replacing("Update", with: "")) }
            return (
                .notice, all.isEmpty ? "\(author) changed the group" : all.joined(separator: ", ")
            )
        }
        if update["pinMessage"] != nil { return (.pinned, "\(author) pinned a message") }
        if update["pollTerminate"] != nil { return (.notice, "\(author) ended a poll") }
        return (.notice, Self.words(update.members?.first?.key ?? "notice"))
    }

    private static let simple: [String: (SystemAction, String)] = [
        "JOINED_SIGNAL": (.joinedService, "%a joined Signal"),
        "IDENTITY_UPDATE": (.securityCodeChanged, "The safety number with %a has changed"),
        "IDENTITY_VERIFIED": (.securityCodeChanged, "The safety number with %a was verified"),
        "IDENTITY_DEFAULT": (
            .securityCodeChanged, "The safety number with %a is no longer verified"
        ),
        "CHANGE_NUMBER": (.numberChanged, "%a changed their phone number"),
        "BLOCKED": (.blocked, "%a was blocked"), "UNBLOCKED": (.unblocked, "%a was unblocked"),
    ]

    /// Converts a name such as `groupMemberAdded` or `END_SESSION` to words.
    private static func words(_ name: String) -> String {
        var words = ""
        for scalar in name.unicodeScalars {
            let isUpper = scalar.properties.isUppercase
            if scalar == "_" || isUpper && words.last?.isLowercase == true { words += " " }
            if scalar != "_" { words.unicodeScalars.append(scalar) }
        }
        let text = CleanText.line(words.lowercased())
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
