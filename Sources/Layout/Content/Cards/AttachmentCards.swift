import Basics
import Model
import Scene
import Themes

/// The cards of attachments that are not pictures, and of missing attachments.
struct AttachmentCards {
    let look: CardLook

    private var phrases: Phrases { look.phrases }
    private var words: AttachmentWords { AttachmentWords(phrases) }

    private func row(
        _ lead: LeadMark, ground: CardGround?, text: String, kind: String? = nil,
        _ lines: (_ width: Double) -> [ShapedText]
    ) -> CardRow {
        CardRow(look, lead, ground: ground, text: text, kind: kind, minWidth: 190, lines: lines)
    }

    func file(_ attachment: Attachment) -> any Piece {
        let name = attachment.name ?? attachment.title ?? words.kind(attachment)
        let kind = AttachmentCards.fileExtension(of: name)
        let style = look.theme.cards.file
        let look = look.on(style.ground)
        let lead = look.icon(
            style.icon, .page, color: kind.flatMap { AttachmentCards.color(of: $0, style) },
            letters: kind)
        return CardRow(
            look, lead, ground: look.ground(style.ground), text: fileWords(attachment, name),
            kind: name == words.kind(attachment) ? nil : words.kind(attachment),
            at: style.icon.place, minWidth: 190
        ) { width in
            let facts = facts(attachment, kind: kind, style.facts)
            return [look.fileName(name, isLinked: style.isLinked, width: width)]
                + (facts.isEmpty ? [] : [look.small(facts, width: width)])
        }
    }

    private func facts(
        _ attachment: Attachment, kind: String?, _ shown: [FileCardStyle.Fact]
    ) -> String {
        var facts = shown.map { fact in
            switch fact {
            case .type: attachment.unknownKind == nil ? kind : nil
            case .size: attachment.size.map(phrases.size)
            }
        }
        facts.insert(attachment.unknownKind.map { Phrases.readable($0) }, at: 0)
        return (facts + [attachment.duration.map(phrases.clock)]).compactMap { $0 }
            .joined(separator: " · ")
    }

    private static func color(of ending: String, _ style: FileCardStyle) -> Color? {
        switch ending {
        case "PDF": style.pdf
        case "DOC", "DOCX", "ODT", "RTF", "TXT", "MD": style.text
        case "XLS", "XLSX", "ODS", "CSV": style.sheet
        case "PPT", "PPTX", "ODP", "KEY": style.slides
        default: nil
        }
    }

    private func fileWords(_ attachment: Attachment, _ name: String) -> String {
        let size = attachment.size.map { ", " + phrases.size($0) } ?? ""
        return words.kind(attachment) + ": " + name + size
    }

    /// "PDF" for "x.pdf"; nil if the extension is too long for the mark.
    static func fileExtension(of name: String) -> String? {
        let tail = name.utf8.suffix(6)
        guard let dot = tail.lastIndex(of: UInt8(ascii: ".")), dot > name.utf8.startIndex else {
            return nil
        }
        let ending = tail[tail.index(after: dot)...]
        let isPlain = ending.allSatisfy(ASCII.isAlphanumeric)
        guard isPlain, (1...4).contains(ending.count) else { return nil }
        return String(Substring(ending)).uppercased()
    }

    func audio(_ attachment: Attachment) -> any Piece {
        let lead = LeadMark(kind: .disc(.music), fill: look.accent, ink: look.onAccent)
        let title = attachment.title ?? attachment.name ?? words.kind(attachment)
        let facts = [
            attachment.performer.flatMap { $0.isEmpty ? nil : $0 },
            attachment.duration.map(phrases.clock),
            attachment.duration == nil ? attachment.size.map(phrases.size) : nil,
        ].compactMap { $0 }.joined(separator: " · ")
        return row(
            lead, ground: nil, text: words.reading(attachment), kind: words.kind(attachment)
        ) { width in
            [look.title(title, width: width)]
                + (facts.isEmpty ? [] : [look.small(facts, width: width)])
                + transcript(attachment, width: width)
        }
    }

    private func transcript(_ attachment: Attachment, width: Double) -> [ShapedText] {
        guard let transcript = attachment.transcript, !transcript.isEmpty else { return [] }
        return [
            look.label(phrases[.transcript], width: width), look.aside(transcript, width: width),
        ]
    }

    func contact(_ attachment: Attachment) -> any Piece {
        var contact = Contact()
        let name = attachment.name ?? attachment.title ?? ""
        contact.name = name.lowercased().hasSuffix(".vcf") ? String(name.dropLast(4)) : name
        if contact.name.isEmpty { contact.name = attachment.alt ?? phrases[.contact] }
        return look.row(of: contact)
    }

    func missing(_ attachment: Attachment) -> any Piece {
        let lead = LeadMark(
            kind: .disc(ContentKind(attachment.kind).mark), fill: look.faint,
            ink: look.style.textColor, side: 34)
        var ground = look.card
        ground.isDashed = true
        ground.line = look.style.secondaryColor.withAlpha(0.7)
        return row(lead, ground: ground, text: words.missing(attachment)) { width in
            let name = attachment.name ?? attachment.title
            let facts = [
                name == nil ? nil : words.kind(attachment), attachment.duration.map(phrases.clock),
                attachment.size.map(phrases.size),
            ].compactMap { $0 }.joined(separator: " · ")
            return [look.fileName(name ?? words.kind(attachment), width: width)]
                + (facts.isEmpty ? [] : [look.small(facts, width: width)])
                + [look.small(words.reason(attachment), lines: 3, width: width)]
                + transcript(attachment, width: width)
        }
    }
}
