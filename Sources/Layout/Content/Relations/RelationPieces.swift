import Basics
import Model
import Scene
import Themes

/// The pieces for a message's relations to others and to its own past: the quoted message, its
/// origin, earlier versions, translations.
struct RelationPieces {
    let composer: MessageComposer

    private static let quotedLines = 2

    private var details: MessageDetails { composer.message.details }
    private var style: BubbleStyle { composer.style }
    private var texts: TextStyles { composer.theme.text }
    private var phrases: Phrases { composer.layout.phrases }

    // MARK: Before the body

    func forwarded() -> (any Piece)? {
        guard let forwarded = details.forwarded else { return nil }
        let words = phrases.forwarded(from: forwarded.from)
        var small = texts.small
        switch composer.theme.relations.forwarded {
        case .line:
            small.isItalic = true
            return label("↪ " + words, small, color: style.secondaryColor, lines: nil)
        case .heading:
            return label(
                onTwoLines(words, forwarded.from), small, color: style.accentColor, lines: nil)
        }
    }

    private func onTwoLines(_ words: String, _ name: String?) -> String {
        guard let name, let range = words.firstRange(of: name), range.lowerBound > words.startIndex,
            range.upperBound == words.endIndex
        else { return words }
        return words[..<range.lowerBound].withoutBlanksAtEnds + "\n" + name
    }

    func subject() -> (any Piece)? {
        guard let subject = details.subject, !subject.isEmpty else { return nil }
        var bold = texts.body
        bold.weight = 700
        return label(subject, bold, color: style.textColor, lines: nil)
    }

    /// The quoted message. A reply placed below the head of its thread does not quote the head;
    /// any other reply does.
    private var quotation: Reply? {
        let reply = details.replyTo
        guard let head = details.thread?.index else { return reply }
        if composer.entry.isInThread { return reply?.index == head ? nil : reply }
        if let reply { return reply }
        var quoted = Reply()
        quoted.index = head
        return quoted
    }

    /// The side of a quotation outside the bubble: the quoted sender's if a line connects it to the
    /// reply, otherwise the reply's.
    var quotedSide: Side {
        let layout = composer.layout
        guard composer.theme.reply.hasLine, let reply = quotation,
            let isMine = layout.conversation.quotesMe(reply)
        else { return composer.entry.side }
        return Layout.side(ofMine: isMine, layout.options, layout.theme)
    }

    func reply() -> (any Piece)? {
        guard let reply = quotation else { return nil }
        let theme = composer.theme
        let source = reply.index.map { composer.layout.conversation.messages[$0] }
        let isMine = composer.isMine != composer.layout.options.mirrorSides
        var bold = texts.small
        bold.weight = 600
        let thumbnail = thumbnail(of: source)
        let room =
            composer.maxContentWidth - ReplyPiece.padding.horizontal - theme.reply.barWidth
            - (thumbnail == nil ? 0 : ReplyPiece.thumbnailSide + 8)
        // Outside the bubble the quotation is on the canvas and uses the canvas's colors.
        let form = composer.replyShape
        let isOutside = form == .bubble || form == .below
        let nameColor = isOutside ? texts.status.color : style.accentColor
        let wordsColor = isOutside ? texts.status.color : style.secondaryColor
        let heading = heading(of: reply, source)
        let name =
            form == .below
            ? nil
            : heading.map {
                composer.measurer.shape(
                    StyledText($0, style: bold, color: nameColor, lineLimit: limit(2)),
                    width: max(room, 20))
            }
        let quoted = composer.measurer.shape(
            StyledText(
                (form == .below ? heading.map { $0 + ": " } ?? "" : "") + words(of: reply, source),
                style: texts.small, color: wordsColor,
                lineLimit: source == nil
                    ? limit(RelationPieces.quotedLines) : RelationPieces.quotedLines),
            width: max(room, 20))
        return ReplyPiece(
            name: name, quoted: quoted, thumbnail: thumbnail, shape: form,
            fill: isMine ? theme.reply.sentFill : theme.reply.receivedFill,
            outline: texts.status.color.withAlpha(0.45), bar: style.accentColor,
            barWidth: theme.reply.barWidth, radius: theme.reply.radius,
            isMirrored: quoted.lines.first?.isRightToLeft ?? phrases.isRightToLeft)
    }

    func replyLine() -> ReplyLine? {
        guard let reply = quotation else { return nil }
        let source = reply.index.map { composer.layout.conversation.messages[$0] }
        let name = reply.from ?? source.flatMap(senderName)
        let words = [name, words(of: reply, source).shortened(toLines: 1)].compactMap { $0 }
            .joined(separator: " ")
        var span = StyledText.Span(0..<(name?.utf8.count ?? 0))
        span.weight = 600
        let avatar = composer.theme.avatar
        let color = texts.status.color
        let portrait = composer.portrait(of: source?.from, side: ReplyLine.portraitSide)
        return ReplyLine(
            portrait: source?.from == nil ? nil : portrait,
            text: composer.measurer.shape(
                StyledText(
                    words.replacing("\n", with: " "), style: texts.small, color: color,
                    spans: name == nil ? [] : [span], lineLimit: 1),
                width: max(
                    composer.maxContentWidth - ReplyLine.portraitSide - ReplyLine.portraitGap, 20)),
            color: color.withAlpha(0.35),
            reach: avatar.shown == .never ? 0 : avatar.gap + avatar.size / 2)
    }

    /// The name of the quoted sender; outside the bubble, where nothing shows the quoting sender,
    /// both names.
    private func heading(of reply: Reply, _ source: Message?) -> String? {
        guard let quoted = reply.from ?? source.flatMap(senderName) else { return nil }
        guard composer.replyShape == .bubble, !isLed else { return quoted }
        let other = composer.layout.conversation.quotesMe(reply) == true ? nil : quoted
        guard !composer.entry.showsName, let name = senderName(composer.message) else {
            return other ?? phrases[.you]
        }
        return phrases.replied(composer.isMine ? nil : name, to: other)
    }

    private var isLed: Bool { composer.theme.reply.hasLine && composer.theme.frames == nil }

    private func senderName(_ message: Message) -> String? {
        message.from.map { composer.layout.name(of: $0) }
    }

    private func words(of reply: Reply, _ source: Message?) -> String {
        if let text = reply.text, !text.isEmpty { return text }
        if let source, source.hasBody {
            // Copy no more than the quoted lines: thousands of messages may reply to one long
            // message.
            return StyledTextBuilder.beginning(of: source.body, lines: RelationPieces.quotedLines)
        }
        if let kind = reply.attachmentKind { return phrases.name(of: kind) }
        return source.map(phrases.heading) ?? phrases.originalMissing
    }

    private func thumbnail(of source: Message?) -> PictureID? {
        guard let first = source?.attachments.first, first.kind == .image, let media = first.media
        else { return nil }
        return composer.layout.pictures.media(media)?.id
    }

    // MARK: In place of the body

    func deleted() -> (any Piece)? {
        composer.message.isErased ? deletion(texts.body) : nil
    }

    private func deletion(_ style: TextStyle) -> (any Piece)? {
        let words = composer.layout.deletion(of: composer.message)
        // The sign is upright.
        let sign = composer.theme.relations.deletedSign.utf8.count
        var span = StyledText.Span(sign..<words.utf8.count)
        span.isItalic = true
        return TextPiece(
            composer.measurer.shape(
                StyledText(
                    words, style: style, color: self.style.secondaryColor, spans: [span],
                    lineLimit: limit(2)),
                width: composer.maxContentWidth))
    }

    // MARK: After the body

    func notes() -> [any Piece] {
        guard composer.message.hasDetails else { return [] }
        return history() + differences() + translation()
            + [effect(), deletedMark()].compactMap { $0 }
    }

    /// What sources of a joined conversation say otherwise.
    func differences() -> [any Piece] {
        guard composer.layout.showsSources else { return [] }
        let times = composer.entry.trace?.value.differences ?? []
        return details.differences.enumerated().map { index, difference in
            TextPiece(
                composer.measurer.shape(
                    StyledText(
                        phrases.sentence(
                            difference, time: times.indices.contains(index) ? times[index] : nil,
                            in: composer.layout.conversation),
                        style: texts.small, color: style.secondaryColor, lineLimit: limit(40)),
                    width: composer.maxContentWidth))
        }
    }

    private func deletedMark() -> (any Piece)? {
        details.deleted != nil && !composer.message.isErased ? deletion(texts.small) : nil
    }

    private func translation() -> [any Piece] {
        guard let translation = details.translation, !translation.text.isEmpty else { return [] }
        let body = StyledTextBuilder.aside(style, texts, language: translation.language)
        let measurer = composer.measurer
        let text = measurer.shape(
            body.styled(RichText(translation.text), for: measurer), width: composer.maxContentWidth)
        return [
            RulePiece(color: style.secondaryColor.withAlpha(0.4)),
            TextPiece(
                CardLook(composer).label(
                    phrases.translation(into: translation.language),
                    width: composer.maxContentWidth),
                gapBelow: 1),
            TextPiece(text, alignment: style.alignment),
        ]
    }

    /// Earlier versions, struck through, if requested. If rows show all details, each version is
    /// complete and has its time.
    func history() -> [any Piece] {
        guard composer.layout.options.show.edits, let edited = details.edited else { return [] }
        guard let trace = composer.entry.trace?.value else {
            return edited.history.map { former($0, lineLimit: 40) }
        }
        return zip(edited.history, trace.versions).flatMap { version, time -> [any Piece] in
            let words = [phrases[.former], time].compactMap { $0 }.joined(separator: " · ")
            let heading = TextPiece(
                composer.measurer.shape(
                    StyledText(words, style: texts.time.style, color: style.secondaryColor),
                    width: composer.maxContentWidth), gapBelow: 1)
            var text = former(version, lineLimit: nil)
            // The heading already has this label.
            text.label = nil
            return [heading, text]
        }
    }

    private func former(_ version: Edited.Version, lineLimit: Int?) -> TextPiece {
        var span = StyledText.Span(0..<version.text.utf8.count)
        span.isStruck = true
        var piece = TextPiece(
            composer.measurer.shape(
                StyledText(
                    version.text, style: texts.small, color: style.secondaryColor,
                    spans: [span], lineLimit: lineLimit),
                width: composer.maxContentWidth))
        piece.label = phrases[.former]
        return piece
    }

    private func effect() -> (any Piece)? {
        guard let effect = details.effect, !effect.isEmpty else { return nil }
        return label(phrases.sentWith(effect), texts.small, color: style.secondaryColor)
    }

    // MARK: If rows show all details

    /// The history and source identifiers: the last lines of a bubble.
    func trace() -> [any Piece] {
        guard let trace = composer.entry.trace?.value else { return [] }
        let words =
            ([course(trace), deletion(trace)] + [composer.layout.sourceID(of: composer.message)])
            .compactMap { $0 }.joined(separator: "\n")
        guard !words.isEmpty else { return [] }
        return [
            TextPiece(
                composer.measurer.shape(
                    StyledText(
                        words, style: texts.time.style,
                        color: style.secondaryColor),
                    width: composer.maxContentWidth))
        ]
    }

    /// The delivery times: "Delivered 2026-05-31 09:40:02 +02:00 · Read 2026-05-31 09:41:10
    /// +02:00".
    private func course(_ trace: MessageTrace) -> String? {
        var steps: [String] = []
        func add(_ phrase: Phrase, _ time: String?) {
            if let time { steps.append(phrases[phrase] + " " + time) }
        }
        add(.forwarded, trace.forwarded)
        add(.delivered, trace.delivered)
        add(.read, trace.read)
        switch composer.message.status {
        case .delivered where trace.delivered != nil, .read where trace.read != nil, .failed, nil:
            break
        case .sending?, .sent?, .delivered?, .read?, .played?:
            if let status = composer.message.status { steps.append(phrases.status(status)) }
        }
        return steps.isEmpty ? nil : steps.joined(separator: " · ")
    }

    /// The time, author and reason of the deletion. A line above already says that the message was
    /// deleted.
    private func deletion(_ trace: MessageTrace) -> String? {
        guard composer.message.hasDetails, let deleted = composer.message.details.deleted else {
            return nil
        }
        let facts = [trace.deleted, deleted.by, deleted.reason].compactMap { $0 }
            .filter { !$0.isEmpty }
        guard !facts.isEmpty else { return nil }
        return phrases[.factDeleted] + " " + phrases.isolated(facts)
    }

    private func label(
        _ words: String, _ style: TextStyle, color: Color, lines: Int? = 1
    ) -> any Piece {
        TextPiece(
            composer.measurer.shape(
                StyledText(words, style: style, color: color, lineLimit: limit(lines)),
                width: composer.maxContentWidth))
    }

    private func limit(_ lines: Int?) -> Int? { composer.isComplete ? nil : lines }
}

extension Layout {
    func deletion(of message: Message) -> String {
        let style = theme.relations
        let words = phrases.deletion(of: message, in: conversation, style.deleted)
        return style.deletedSign.isEmpty ? words : style.deletedSign + " " + words
    }

    var showsSources: Bool {
        options.show.sources ?? (options.showsAllDetails || theme.relations.showsGaps)
    }

    /// The message's identifier in the source: "ID 3EB0C767D26A".
    func sourceID(of message: Message) -> String? {
        // A redacted message has a different identifier.
        let isRedacted = message.hasDetails && message.details.redacted != nil
        guard let id = message.id, !id.isEmpty, !isRedacted else { return nil }
        return "ID " + phrases.isolated([id])
    }
}

extension Message {
    /// Whether a person's message was deleted and nothing of its content is known.
    var isErased: Bool {
        guard hasDetails, details.deleted != nil, !hasBody, attachments.isEmpty else {
            return false
        }
        return switch kind {
        case .message, .call, .typing, .unknown: true
        case .system, .note, .unread: false
        }
    }
}

extension Conversation {
    /// Whether "me" is the quoted sender; nil if the sender is unknown.
    fileprivate func quotesMe(_ reply: Reply) -> Bool? {
        if let source = reply.index.map({ messages[$0] }) { return me != nil && source.from == me }
        guard let name = reply.from, !RedactionMark.isMark(name) else { return nil }
        return isMe(name)
    }

    /// After redaction several people may share one name.
    func isMe(_ name: String) -> Bool {
        me.map { participants[$0].name } == name && !RedactionMark.isMark(name)
    }
}
