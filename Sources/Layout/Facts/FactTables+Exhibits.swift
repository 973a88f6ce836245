import Model
import Scene
import Themes

extension FactTables {
    /// Returns an entry for each picture that can be drawn.
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
