import Model
import Scene
import TestSupport
import Themes

@testable import Layout

/// Composed with the monospace measurer.
struct Composition {
    let composer: MessageComposer
    let contents: [BubbleContent]

    /// On the left unless `isMine`.
    init(
        _ message: Message, look: String = "imessage", mode: ThemeMode = .light,
        width: Double = 390, isMine: Bool = false, locale: String = "en-US",
        pictures: [Size?] = [], participants: [Participant] = [],
        measurer: any TextMeasurer = MonospaceMeasurer()
    ) {
        var conversation = Conversation()
        conversation.locale = locale
        conversation.participants =
            [Participant(id: "ana", name: "Ana"), Participant(id: "ben", name: "Ben")]
            + participants
        conversation.me = 0
        var message = message
        message.from = isMine ? 0 : 1
        conversation.messages = [message]
        conversation.emoji = [
            CustomEmoji(name: "a", media: 0), CustomEmoji(name: "b", media: 3),
        ]
        let layout = Layout(
            conversation, theme: Looks.named(look, mode), options: Options(), width: width,
            pictures: PictureTable(sizes: pictures, mediaCount: pictures.count),
            language: Languages.of(conversation.locale))
        let entry = MessageEntry(
            index: 0, side: isMine ? .right : .left,
            run: RunPosition(isFirst: true, isLast: true), time: "9:41", showsName: false,
            showsAvatar: false, showsStatus: true, isoDay: nil)
        composer = MessageComposer(layout: layout, entry: entry, measurer: measurer)
        contents = BubbleContents(composer: composer).all()
    }

    var pieces: [any Piece] { contents.flatMap(\.pieces) }

    /// The text that a screen reader speaks for the whole message.
    var text: String { pieces.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n") }

    /// Draws one piece into its own frame.
    func nodes(of piece: any Piece, in frame: Rect, clip: Path? = nil) -> [Node] {
        var drawing = Drawing(
            frame: frame, canvas: Rect(0, 0, composer.layout.width, 10_000),
            pictures: composer.layout.pictures)
        piece.draw(in: frame, clip: clip, on: &drawing)
        return drawing.nodes
    }

    func rowNodes() -> [Node] {
        composer.row(gap: 0).placed(
            at: 0, on: Rect(0, 0, composer.layout.width, 10_000),
            pictures: composer.layout.pictures
        ).block.nodes
    }

    func drawnWords() -> [String] {
        pieces.flatMap { piece in
            nodes(of: piece, in: Rect(0, 0, piece.size.width, piece.size.height))
                .flatMap(\.words)
        }
    }

    static let lookNames = [
        "android", "assistant", "imessage", "messenger", "print", "signal", "sms", "telegram",
        "tinted", "whatsapp",
    ]
}

/// Distinguishes this type from `Testing.Attachment`.
typealias SentAttachment = Attachment

extension Message {
    init(_ attachments: [SentAttachment]) {
        self.init()
        self.attachments = attachments
    }

    init(_ change: (inout MessageDetails) -> Void) {
        self.init()
        change(&details)
    }
}

extension SentAttachment {
    init(_ kind: Kind, _ change: (inout SentAttachment) -> Void) {
        self.init(kind: kind)
        change(&self)
    }
}
