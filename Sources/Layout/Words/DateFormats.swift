import Foundation
import Synchronization

/// The wordings of days and times in one locale, in GMT.
///
/// Opening them takes Foundation half a millisecond, as long as a short conversation's text takes to
/// shape, so those in use are kept for all conversations.
struct DateFormats: Sendable {
    let day: DateFormatter
    let shortDay: DateFormatter
    let time: DateFormatter

    private struct Key: Hashable {
        let locale: String
        let hours: String
    }

    private static let kept = Mutex<[Key: DateFormats]>([:])
    /// Callers name locales, so their number needs an end.
    private static let most = 64

    /// - Parameter hours: the template of a time of day.
    static func of(_ locale: Locale, hours: String) -> DateFormats {
        let key = Key(locale: locale.identifier, hours: hours)
        return kept.withLock { kept in
            if let known = kept[key] { return known }
            let made = DateFormats(locale, hours: hours)
            if kept.count >= most { kept = [:] }
            kept[key] = made
            return made
        }
    }

    private init(_ locale: Locale, hours: String) {
        func formatter(_ template: String) -> DateFormatter {
            let formatter = DateFormatter()
            formatter.locale = locale
            formatter.calendar = Foundation.Calendar(identifier: .gregorian)
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.setLocalizedDateFormatFromTemplate(template)
            return formatter
        }
        day = formatter("EEEEyMMMMd")
        shortDay = formatter("yMMMd")
        time = formatter(hours)
    }
}
