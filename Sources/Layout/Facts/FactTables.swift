import Basics
import Model
import Scene
import Themes

struct FactTables {
    let facts: EvidenceFacts
    let omissions: [SheetFacts.Omission]
    let part: PartNumber?
    let conversation: Conversation
    let phrases: Phrases
    var words: DateWords

    init(
        _ facts: EvidenceFacts, in sheet: SheetFacts, _ conversation: Conversation,
        phrases: Phrases
    ) {
        self.facts = facts
        omissions = sheet.omissions.filter { $0.count > 0 }
        part = sheet.part
        self.conversation = conversation
        self.phrases = phrases
        words = DateWords(
            locale: conversation.locale,
            zone: TimeZoneFiles.rules(of: conversation.timeZone) ?? .gmt,
            clock: .auto, isFull: true, isRightToLeft: phrases.isRightToLeft)
    }

    mutating func all() -> [FactTable] {
        [document(), time(), messages(), people(), missing()].filter { !$0.rows.isEmpty }
    }

    private func table(_ title: Phrase, _ rows: [(String, String?)]) -> FactTable {
        FactTable(
            title: phrases[title], head: [],
            rows: rows.compactMap { name, value in value.map { [name, $0] } })
    }

    // MARK: - Identity

    private mutating func document() -> FactTable {
        let source = facts.source
        let withheld = source.isWithheld ? phrases[.factWithheld] : nil
        let created = facts.created.map { words.full($0) }
        var sources: [(String, String?)] = []
        for source in conversation.sources { sources.append(joined(source)) }
        return table(
            .factsDocument,
            [
                (part.map { phrases.part($0.number, of: $0.count) } ?? "", part.map { _ in "" }),
                (phrases[.factSource], source.name.map { phrases.isolated([$0]) }),
                (phrases[.factBytes], source.bytes.map { String($0) } ?? withheld),
                ("SHA-256", source.digest ?? withheld),
                (phrases[.factFormat], facts.format),
            ] + sources + [
                (phrases[.factProgram], facts.program),
                (phrases[.factLook], facts.theme),
                (
                    phrases[.factSettings],
                    facts.settings.isEmpty ? nil : facts.settings.joined(separator: ", ")
                ),
                (phrases[.factCreated], created),
                (phrases[.factChain], facts.chain),
            ])
    }

    /// A source of a joined conversation: name, format, period and digest.
    private mutating func joined(_ source: ConversationSource) -> (String, String?) {
        let period = [source.first, source.last].compactMap(\.self).map { words.full($0) }
        let facts = [
            source.name.map { phrases.isolated([$0]) }, source.format,
            source.messages.map { "#" + String($0) },
            period.isEmpty ? nil : period.joined(separator: " – "),
            source.sha256.map { "SHA-256 " + $0 },
        ]
        return (
            phrases[.factSource] + " " + source.id,
            facts.compactMap(\.self).joined(separator: " · ")
        )
    }

    // MARK: - Time

    private mutating func time() -> FactTable {
        let times = conversation.messages.compactMap(\.at)
        let period = times.min().flatMap { first in
            times.max().map { words.full(first) + " – " + words.full($0) }
        }
        let changes = facts.clockChanges.map { change in
            words.full(change.at) + " (" + DateWords.zoneName(offset: Int64(change.before)) + " → "
                + DateWords.zoneName(offset: Int64(change.after)) + ")"
        }
        let naive = times.count { $0.offset == nil }
        return table(
            .factsTime,
            [
                (phrases[.factZone], conversation.timeZone),
                ("tzdata", facts.zoneData),
                (phrases[.factPeriod], period),
                (
                    phrases[.factChanges],
                    changes.isEmpty ? nil : changes.joined(separator: "\n")
                ),
                (
                    phrases[.factNoOffset],
                    naive == 0
                        ? nil
                        : phrases[.factReadIn].filling(
                            "n", String(naive), "zone", conversation.timeZone)
                ),
            ])
    }

    // MARK: - Content

    private func messages() -> FactTable {
        let all = conversation.messages
        let numbers = all.map(\.number)
        let range = numbers.min().flatMap { first in
            numbers.max().map { "#\(first) – #\($0)" }
        }
        func count(_ isCounted: (Message) -> Bool) -> String? {
            let count = all.count(where: isCounted)
            return count == 0 ? nil : String(count)
        }
        let attachments = all.reduce(0) { $0 + $1.attachments.count }
        let absent = missing().rows.count
        var rows: [(String, String?)] = [(phrases[.factInSource], String(facts.total))]
        rows += omissions.map {
            (phrases[.factLeftOut] + " (" + $0.criterion + ")", String($0.count))
        }
        if facts.inOtherParts > 0 {
            rows.append((phrases[.factOtherParts], String(facts.inOtherParts)))
        }
        rows += [
            (phrases[.factHere], String(all.count)),
            ("– " + phrases[.factsMessages], count { $0.kind == .message }),
            ("– " + phrases[.factSystem], count { $0.kind == .system || $0.kind == .note }),
            ("– " + phrases[.factCalls], count { $0.kind == .call }),
            ("– " + phrases[.factOthers], count(isOther)),
            (phrases[.factFirstLast], range),
            (phrases[.factRedacted], count { $0.hasDetails && $0.details.redacted != nil }),
            (
                phrases[.factRedactedPlaces],
                facts.redactedPlaces == 0 ? nil : String(facts.redactedPlaces)
            ),
        ]
        rows += reasons().map { ("– " + $0, String($1)) }
        rows += [
            (phrases[.factRedactedParts], facts.redactedByParts.map { String($0) }),
            (phrases[.factSimilarWords], facts.similarWords.map { String($0) }),
        ]
        rows += [
            (phrases[.edited], count { $0.hasDetails && $0.details.edited != nil }),
            (phrases[.factDeleted], count { $0.hasDetails && $0.details.deleted != nil }),
            (phrases[.factAttachments], attachments == 0 ? nil : String(attachments)),
            ("– " + phrases[.factsMissing], absent == 0 ? nil : String(absent)),
        ]
        return table(.factsMessages, rows)
    }

    /// The number of uses of each reason code, for whole messages and for places within one.
    private func reasons() -> [(String, Int)] {
        let whole = conversation.messages.compactMap { message in
            message.hasDetails ? message.details.redacted?.reason.map { ($0, 1) } : nil
        }
        let counts = Dictionary(
            facts.redactedFor.map { ($0.reason, $0.places) } + whole, uniquingKeysWith: +)
        return counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func isOther(_ message: Message) -> Bool {
        switch message.kind {
        case .message, .system, .note, .call: false
        case .typing, .unread, .unknown: true
        }
    }

    /// Missing files that the source has are identified by their size and digest.
    private func missing() -> FactTable {
        let words = AttachmentWords(phrases)
        let rows = conversation.messages.flatMap { message in
            message.attachments.compactMap { attachment -> [String]? in
                var reason = [words.reason(attachment)]
                switch attachment.availability {
                case .included, nil: return nil
                case .missing: break
                case .omitted where conversation.isRedacted: reason = [phrases[.factWithheld]]
                case .omitted:
                    reason += [
                        attachment.size.map { phrases[.factBytes] + ": \($0)" },
                        attachment.sha256.map { "SHA-256: " + $0 },
                    ].compactMap { $0 }
                }
                return [
                    "#\(message.number)",
                    phrases.isolated([attachment.name ?? phrases.name(of: attachment.kind)]),
                    reason.joined(separator: "\n"),
                ]
            }
        }
        return FactTable(
            title: phrases[.factsMissing],
            head: ["#", phrases[.factName], phrases[.factReason]], rows: rows)
    }

    // MARK: - Participants

    private struct Share {
        var count = 0
        var first: (number: Int, at: Moment?)?
        var last: (number: Int, at: Moment?)?
    }

    private mutating func people() -> FactTable {
        var shares = [Share](repeating: Share(), count: conversation.participants.count)
        for message in conversation.messages.sorted(by: { $0.number < $1.number }) {
            guard let from = message.from, shares.indices.contains(from) else { continue }
            shares[from].count += 1
            shares[from].first = shares[from].first ?? (message.number, message.at)
            shares[from].last = (message.number, message.at)
        }
        var rows: [[String]] = []
        for (index, person) in conversation.participants.enumerated() {
            let isMe = index == conversation.me
            rows.append([
                phrases.isolated([person.id]),
                phrases.isolated([person.name]) + (isMe ? "\n" + phrases[.you] : ""),
                phrases.isolated([person.handle]), String(shares[index].count),
                reference(shares[index].first), reference(shares[index].last),
            ])
        }
        return FactTable(
            title: phrases[.factsPeople],
            head: [
                "ID", phrases[.factName], phrases[.factHandle], phrases[.factsMessages],
                phrases[.factFirst], phrases[.factLast],
            ], rows: rows)
    }

    private mutating func reference(_ message: (number: Int, at: Moment?)?) -> String {
        guard let message else { return "" }
        return "#\(message.number)" + (message.at.map { " · " + words.full($0) } ?? "")
    }
}

extension FactTables {
    mutating func exhibits(_ pictures: PictureTable) -> [ExhibitEntry] {
        let shown = facts.exhibits.compactMap { exhibit in
            pictures.media(exhibit.media).map { (exhibit, $0.size) }
        }
        return shown.enumerated().map { number, item in
            entry(item.0, item.1, at: number, of: shown.count)
        }
    }

    private mutating func entry(
        _ exhibit: EvidenceFacts.Exhibit, _ pixels: Size, at place: Int, of count: Int
    ) -> ExhibitEntry {
        var attachment: Attachment?
        for message in exhibit.messages where attachment == nil {
            attachment = conversation.messages[message].attachments
                .first { $0.media == exhibit.media }
        }
        let words = AttachmentWords(phrases)
        let kind = attachment.map(words.kind) ?? phrases.photo
        let withheld = exhibit.isWithheld ? phrases[.factWithheld] : nil
        let size = "\(Int(pixels.width)) × \(Int(pixels.height))"
        let rows: [(String, String?)] = [
            (phrases[.factName], exhibit.name.map { phrases.isolated([$0]) }),
            (phrases[.factFormat], [exhibit.type, size].compactMap { $0 }.joined(separator: ", ")),
            (phrases[.factBytes], exhibit.bytes.map { String($0) } ?? withheld),
            ("SHA-256", exhibit.digest ?? withheld),
        ]
        let uses = exhibit.messages.prefix(ExhibitEntry.maxUses).map { place in
            ExhibitEntry.Use(message: place, words: reference(place))
        }
        return ExhibitEntry(
            media: exhibit.media, copies: exhibit.copies, place: place,
            alt: attachment.map(words.alt) ?? kind,
            facts: FactTable(
                title: "\(kind) \(phrases.number(place + 1)) / \(phrases.number(count))", head: [],
                rows: rows.compactMap { name, value in value.map { [name, $0] } }),
            uses: uses, others: exhibit.messages.count - uses.count)
    }

    /// Identifies a message: "#12 · Ana Ruiz · 2026-05-31 09:40:00 +02:00".
    private mutating func reference(_ place: Int) -> String {
        let message = conversation.messages[place]
        let sender = message.from.map { phrases.isolated([conversation.participants[$0].name]) }
        let facts = ["#\(message.number)", sender, message.at.map { words.full($0) }]
        return facts.compactMap { $0 }.joined(separator: " · ")
    }
}
