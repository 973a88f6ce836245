import Encodings
import JSON
package import Resources

extension Conversation {
    /// The conversation in the request's own form, so that an import can be kept, edited and sent
    /// back.
    ///
    /// Reading it again gives the same conversation, except what the form has no words for: a
    /// Markdown table has no underline, and a file that several messages show is written for each.
    ///
    /// - Parameters:
    ///   - fileNames: where media are that stand beside it and not in it.
    ///   - allowance: what it refuses is not written: whoever asked for it asks again.
    package func json(
        pretty: Bool = false, includingMedia: Bool = true, fileNames: [MediaIndex: String] = [:],
        allowance: Allowance = .unlimited
    ) -> [UInt8] {
        var writer = ConversationWriter(
            self, pretty: pretty, includingMedia: includingMedia, fileNames: fileNames,
            allowance: allowance)
        writer.write(inPieces: .max) { _ in }
        return writer.json.bytes
    }

    /// The same in pieces, each handed over as soon as it is made: of a long conversation never
    /// more than one stands in memory. A piece ends with a message or with the whole.
    package func writeJSON<Failure: Error>(
        inPieces size: Int = 1 << 18, to take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var writer = ConversationWriter(
            self, pretty: false, includingMedia: true, allowance: .unlimited)
        try writer.write(inPieces: size, to: take)
        try writer.json.drain(into: take)
    }
}

/// Writes a conversation as the decoder reads it.
struct ConversationWriter {
    let conversation: Conversation
    let includesMedia: Bool
    private let fileNames: [MediaIndex: String]
    let allowance: Allowance
    var json: JSONWriter
    private var clock: Clock
    private var idByName: [String: String] = [:]
    private var nameByID: [String: String] = [:]

    init(
        _ conversation: Conversation, pretty: Bool, includingMedia: Bool,
        fileNames: [MediaIndex: String] = [:], allowance: Allowance
    ) {
        self.fileNames = fileNames
        self.allowance = allowance
        self.conversation = conversation
        includesMedia = includingMedia
        json = JSONWriter(pretty: pretty)
        clock = Clock(zone: conversation.timeZone) ?? Clock()
        for participant in conversation.participants {
            idByName[participant.name] = idByName[participant.name] ?? participant.id
            nameByID[participant.id] = nameByID[participant.id] ?? participant.name
        }
    }

    /// Hands over what is written whenever it has reached so many bytes, and leaves the rest in
    /// `json`.
    mutating func write<Failure: Error>(
        inPieces size: Int, to take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        open()
        json.member("title", optional: conversation.title)
        json.member("subtitle", optional: conversation.subtitle)
        json.member("kind", conversation.kind.rawValue)
        json.member("me", optional: conversation.me.map { conversation.participants[$0].id })
        json.member("service", conversation.service.rawValue)
        json.member("timezone", conversation.timeZone)
        json.member("locale", conversation.locale)
        flag("redacted", conversation.isRedacted)
        openArray("participants")
        for participant in conversation.participants { write(participant) }
        closeArray()
        writeEmoji()
        openArray("messages")
        for message in conversation.messages {
            write(message)
            if json.bytes.count >= size { try json.drain(into: take) }
        }
        closeArray()
        close()
    }

    private mutating func writeEmoji() {
        let emoji = conversation.emoji.filter { includesMedia || fileNames[$0.media] != nil }
        guard !emoji.isEmpty else { return }
        openArray("emoji")
        for emoji in emoji {
            open()
            json.member("name", emoji.name)
            media("src", emoji.media)
            close()
        }
        closeArray()
    }

    private mutating func write(_ participant: Participant) {
        open()
        json.member("id", participant.id)
        json.member("name", participant.name)
        json.member("handle", optional: participant.handle)
        json.member("role", optional: participant.role)
        if let color = participant.color {
            let digits = String(color, radix: 16)
            json.member(
                "color", "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits)
        }
        media("avatar", participant.avatar)
        close()
    }

    // MARK: - Parts that many members have

    mutating func open(_ key: String? = nil) {
        if let key { json.key(key) }
        json.beginObject()
    }

    mutating func close() { json.endObject() }

    mutating func openArray(_ key: String) {
        json.key(key)
        json.beginArray()
    }

    mutating func closeArray() { json.endArray() }

    /// Writes the member only where it is true.
    mutating func flag(_ key: String, _ value: Bool) {
        if value { json.member(key, true) }
    }

    /// Writes the member only where there is something in it.
    mutating func texts(_ key: String, _ values: [String]) {
        if !values.isEmpty { json.member(key, values) }
    }

    mutating func names(_ key: String, _ names: [String]) { texts(key, names.map(reference)) }

    mutating func name(_ key: String, _ name: String?) {
        json.member(key, optional: name.map(reference))
    }

    /// A name as it is found again: its id where the name is somebody else's id.
    private func reference(_ name: String) -> String {
        guard let other = nameByID[name], other != name else { return name }
        return idByName[name] ?? name
    }

    mutating func media(_ key: String, _ index: MediaIndex?) {
        guard let index else { return }
        if let name = fileNames[index] {
            open(key)
            json.member("file", name)
            close()
        } else if includesMedia {
            open(key)
            json.member("data", Base64.text(of: conversation.media[index].bytes))
            close()
        }
    }

    /// Writes a time as it was written to us: with its offset, or naive in the conversation's zone.
    mutating func time(_ key: String, _ moment: Moment?) {
        guard let moment else { return }
        if moment.offset != nil { return json.member(key, moment.text) }
        let (seconds, _) = moment.milliseconds.flooredQuotient(by: 1000)
        let local = moment.milliseconds + clock.offset(at: seconds) * 1000
        // An hour that clocks show twice can only be told as a count.
        guard let time = TimeDigits(CivilTime(milliseconds: local)),
            clock.moment(.local(local)) == moment
        else { return json.member(key, Int(moment.milliseconds)) }
        json.member(key, ascii: time.digits.span.extracting(..<time.count))
    }
}
