import Basics
import Model

/// The events that Signal Desktop stores beside messages: calls, changes of groups, keys, profiles
/// and timers.
struct SigtopEvent {
    let source: JSONValue
    let type: String

    func fill(_ record: inout Record) {
        if type == "call-history" { return record.becomeCall(call) }
        let (action, text) = sentence
        record.becomeNotice(action, text: source.text("body") ?? text)
    }

    private var call: Call {
        var call = Call()
        guard let details = source["callHistoryDetails"] else { return call }
        call.isVideo = details.flag("wasVideoCall") || details.text("type") == "Video"
        let isIn =
            details["wasIncoming"]?.bool ?? details.text("direction").map { $0 == "Incoming" }
        call.direction = isIn.map { $0 ? .in : .out }
        let accepted = details.span("acceptedTime")
        if details.flag("wasDeclined") || details.text("status") == "Declined" {
            call.outcome = .declined
        } else if accepted != nil || details.text("status") == "Accepted" {
            call.outcome = .answered
        } else {
            call.outcome = isIn == true ? .missed : .unanswered
        }
        if let accepted, let ended = details.span("endedTime"), ended >= accepted {
            call.duration = ((ended - accepted) / 1000).rounded()
        }
        return call
    }

    private var sentence: (SystemAction, String) {
        switch type {
        case "group-v2-change", "group-v1-migration":
            return (.settingsChanged, "The group was changed")
        case "keychange": return (.securityCodeChanged, "Safety number changed")
        case "verified-change": return (.securityCodeChanged, "Safety number verification changed")
        case "profile-change":
            let change = source["profileChange"]
            guard let old = change?.text("oldName"), let new = change?.text("newName") else {
                return (.nameChanged, "A profile was changed")
            }
            return (.nameChanged, "\(old) changed their name to \(new)")
        case "timer-notification", "universal-timer-notification":
            return (.timerChanged, timer)
        case "change-number-notification": return (.numberChanged, "A phone number was changed")
        case "chat-session-refreshed": return (.notice, "Chat session refreshed")
        case "delivery-issue": return (.notice, "A message could not be delivered")
        case "conversation-merge": return (.migrated, "Two chats were merged")
        case "message-request-response-event": return (.notice, "Message request answered")
        case "title-transition-notification": return (.nameChanged, "The chat's name changed")
        default: return (.notice, type.replacing("-", with: " "))
        }
    }

    private var timer: String {
        let seconds = source["expirationTimerUpdate"]?.count("expireTimer") ?? 0
        return seconds == 0
            ? "Disappearing messages were turned off"
            : "Messages disappear after \(WarningText.duration(seconds))"
    }
}
