import Basics
package import Model
import Themes

/// The texts of cards, for drawings and text documents.
extension Phrases {
    // MARK: Headings

    /// The maximum length of a heading. Thousands of messages may quote the same long one.
    private static let maxHeading = 300

    /// The description of a message without text in a quotation, such as "Poll: Where to?".
    package func heading(of message: Message) -> String {
        if let kind = message.attachments.first?.kind { return name(of: kind) }
        let (details, limit) = (message.details, Self.maxHeading)
        let headings =
            [
                details.subject, details.system.map { sentence($0) },
                (details.call ?? (message.kind == .call ? Call() : nil)).map { title(of: $0) },
            ] + cards(of: details, limit) + [details.deleted.map { _ in deleted }]
        if let heading = headings.lazy.compactMap(\.self).first(where: { !$0.isEmpty }) {
            return String(heading.prefix(limit))
        }
        if case .unknown(let kind) = message.kind { return unsupported(kind) }
        return "…"
    }

    func cards(of details: MessageDetails, _ limit: Int = .max) -> [String?] {
        [
            details.poll.map { heading(of: $0, limit) },
            details.payment.map { payment in
                payment.amount.utf8.count + (payment.currency ?? "").utf8.count < limit
                    ? heading(of: payment) : way(of: payment)
            },
            details.location.map { heading(of: $0, limit) },
            details.contact.map { Self.labeled(self[.contact], $0.name.prefix(limit)) },
            details.link.map { $0.title ?? $0.url },
        ]
    }

    /// A reaction and its senders: "👍 3: Ana, Ben".
    package static func words(of reaction: Reaction) -> String {
        let count = reaction.count > max(1, reaction.by.count) ? " \(reaction.count)" : ""
        let names = reaction.by.isEmpty ? "" : ": " + reaction.by.joined(separator: ", ")
        return reaction.emoji + count + names
    }

    /// "Poll: Where to?"
    package func heading(of poll: Poll, _ limit: Int = .max) -> String {
        Self.labeled(
            self[poll.isClosed ? .finalResults : .poll], poll.question.prefix(limit))
    }

    /// "• Lake: 3 votes (your choice) · Ana, Ben"
    package func answer(_ option: Poll.Option, voters: String) -> String {
        var words = "• " + option.text
        if let votes = option.votes { words += ": " + counted(.votes, votes) }
        if option.isChosen { words += " (" + self[.yourChoice] + ")" }
        return voters.isEmpty ? words : words + " · " + voters
    }

    /// "Payment sent: $5.00"
    package func heading(of payment: Payment) -> String {
        Self.labeled(way(of: payment), Substring(amount(of: payment)))
    }

    /// "Location: Café Nord · 52.52000, 13.40500"
    package func heading(of location: Location, _ limit: Int = .max) -> String {
        let place = Self.words(of: location).map { $0.prefix(limit) }.joined(separator: " · ")
        return Self.labeled(
            self[location.isLive ? .liveLocation : .location], Substring(place))
    }

    private static func labeled(_ label: String, _ words: Substring) -> String {
        words.isEmpty ? label : label + ": " + words
    }

    // MARK: Calls

    package func title(of call: Call) -> String { self[phrase(of: call)] }

    private func phrase(of call: Call) -> Phrase {
        // A call that one side missed is an unanswered call for the other side.
        let isOutgoing = isOutgoing(call)
        if call.outcome == .missed, isOutgoing != true {
            return call.isVideo ? .missedVideoCall : .missedVoiceCall
        }
        switch isOutgoing {
        case true?: return call.isVideo ? .outgoingVideoCall : .outgoingVoiceCall
        case false?: return call.isVideo ? .incomingVideoCall : .incomingVoiceCall
        case nil: return call.isVideo ? .videoCall : .voiceCall
        }
    }

    package func facts(of call: Call) -> String {
        let outcome: Phrase? =
            switch call.outcome {
            case .missed: isOutgoing(call) == true ? .unanswered : nil
            case .declined: .declined
            case .busy: .busy
            case .unanswered: .unanswered
            case .failed: .callFailed
            case .answered, nil: nil
            }
        let length = call.duration.flatMap { $0 >= 0.5 ? span($0) : nil }
        return [outcome.map { self[$0] }, length].compactMap { $0 }.joined(separator: " · ")
    }

    private func isOutgoing(_ call: Call) -> Bool? {
        call.direction.map { direction in
            switch direction {
            case .in: false
            case .out: true
            }
        }
    }

    // MARK: Payments

    package func way(of payment: Payment) -> String {
        switch payment.direction {
        case .in?: self[.paymentReceived]
        case .out?: self[.paymentSent]
        case nil: self[.payment]
        }
    }

    /// The amount in the reader's format with the currency's decimals, if it is a plain number in
    /// an ISO 4217 currency. Otherwise the amount stays as written, because rounding would change
    /// it.
    package func amount(of payment: Payment) -> String {
        let written = payment.amount
        guard let currency = payment.currency, !currency.isEmpty else { return written }
        let digits = written.utf8.prefix(16)
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPlain =
            digits.count == written.utf8.count && (1...2).contains(parts.count)
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy(ASCII.isDigit)
            }
        let decimals = parts.count == 2 ? parts[1].count : 0
        let code = Currencies.codes[currency] ?? currency.uppercased()
        guard isPlain, decimals <= 3, MoneyWording.currencies.contains(code) else {
            return written + " " + currency
        }
        return MoneyWording.of(locale).amount(
            whole: Substring(parts[0]), fraction: parts.count == 2 ? Substring(parts[1]) : "",
            code: code, decimals: Currencies.decimals(of: code))
    }

    // MARK: Places

    package static func words(of location: Location) -> [String] {
        [location.name, location.address, coordinates(location)].compactMap { $0 }
            .filter { !$0.isEmpty }
    }

    /// "52.52000, 13.40500"; nil if the coordinates are not a place on Earth.
    static func coordinates(_ location: Location) -> String? {
        guard let latitude = location.latitude, let longitude = location.longitude,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        return decimal(latitude) + ", " + decimal(longitude)
    }

    /// Formats degrees with five decimals, about one meter.
    private static func decimal(_ degrees: Double) -> String {
        let parts = Int((abs(degrees) * 100_000).rounded())
        let fraction = String(parts % 100_000, digits: 5)
        return "\(degrees < 0 && parts > 0 ? "−" : "")\(parts / 100_000).\(fraction)"
    }
}

private enum Currencies {
    /// Symbols that belong to one currency only; "$" and "¥" belong to several.
    static let codes = [
        "€": "EUR", "£": "GBP", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW", "₪": "ILS",
        "₴": "UAH", "₫": "VND",
    ]

    static func decimals(of code: String) -> Int {
        switch code {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND",
            "VUV", "XAF", "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }
}

package struct AttachmentWords {
    private let phrases: Phrases

    package init(_ phrases: Phrases) { self.phrases = phrases }

    /// The alternative text for screen readers: the caller's own, otherwise kind and name.
    package func alt(_ attachment: Attachment) -> String {
        if let alt = attachment.alt, !alt.isEmpty { return alt }
        return reading(attachment)
    }

    /// Describes an attachment: "Photo: a dog", "Video, 0:12: holiday.mp4", "Voice message, 1:05"
    /// and its transcript.
    func reading(_ attachment: Attachment) -> String {
        var words = kind(attachment)
        if let duration = attachment.duration { words += ", " + phrases.clock(duration) }
        if let name = name(attachment) { words += ": " + name }
        guard let transcript = attachment.transcript, !transcript.isEmpty else { return words }
        return [words, phrases[.transcript], transcript].joined(separator: "\n")
    }

    /// Describes a missing attachment: "Photo: IMG_1.jpg (not in export)".
    func missing(_ attachment: Attachment) -> String {
        reading(attachment) + " (" + reason(attachment) + ")"
    }

    package func reason(_ attachment: Attachment) -> String {
        let reason = attachment.missing ?? attachment.omitted ?? ""
        return reason.isEmpty ? phrases[.notAvailable] : reason
    }

    package func kind(_ attachment: Attachment) -> String {
        attachment.unknownKind.map { Phrases.readable($0) } ?? phrases.name(of: attachment.kind)
    }

    private func name(_ attachment: Attachment) -> String? {
        if let alt = attachment.alt, !alt.isEmpty { return alt }
        let song = [attachment.title, attachment.performer].compactMap { $0 }
            .filter { !$0.isEmpty }
        if !song.isEmpty { return song.joined(separator: " · ") }
        return attachment.name.flatMap { $0.isEmpty ? nil : $0 }
    }
}
