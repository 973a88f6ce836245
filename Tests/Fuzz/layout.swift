// Reads texts of every format and lays them out, in rows and on pages; script/fuzz runs it.
//
// The first byte selects the format, the theme and how the text is sent: alone, quoted by others, or
// in pieces. All letters have the same width, so only our own code is measured.

import Layout
import Model
import Scene
import Themes

private let looks = ["imessage", "whatsapp", "telegram", "classic-sms"].map { Looks.named($0) }

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let choice = Int(start[0])
    let text = String(
        decoding: UnsafeBufferPointer(start: start + 1, count: count - 1), as: UTF8.self)
    bounded(count) {
        let formats = TextFormat.allCases
        let clean = CleanText.clean(text)
        let blocks = formats[choice % formats.count].blocks(clean)
        layOut(messages(blocks, choice / 5 % 4), looks[choice / 20 % looks.count])
    }
    return 0
}

private func messages(_ blocks: [TextBlock], _ way: Int) -> [Message] {
    var message = Message()
    message.from = 0
    message.body = blocks
    switch way {
    case 0, 1: return [message]
    case 2:
        var answer = Message()
        answer.from = 1
        var reply = Reply()
        reply.index = 0
        answer.details.replyTo = reply
        return [message] + Array(repeating: answer, count: 20)
    default:
        return blocks.map { block in
            var part = message
            part.body = [block]
            return part
        }
    }
}

private func layOut(_ messages: [Message], _ theme: Theme) {
    var conversation = Conversation()
    conversation.participants = [
        Participant(id: "a", name: "A"), Participant(id: "b", name: "B"),
    ]
    conversation.me = 1
    conversation.messages = messages
    let transcript = Talk.transcript(conversation, theme: theme, width: 390)
    var top = 0.0
    while top < min(transcript.height, 40_000) {
        _ = transcript.rows(from: top, to: top + 400)
        top += 400
    }
    var canvas = PictureCanvas(width: 390, height: 600)
    canvas.screen = .filling
    let screen = Paper(canvas, width: 390, scale: 1, for: theme)
    var motion = Motion()
    motion.duration = 2
    if let playback = Playback(transcript, on: screen, motion, with: MonospaceMeasurer()) {
        var before = playback.state(at: 0)
        for time in [0.0, 700, 1_300, 2_000] {
            let state = playback.state(at: time)
            let change = playback.change(from: before, to: state)
            precondition(change.map { $0.height.isFinite && $0.height <= 600 } ?? true)
            _ = playback.pages(at: state).blocks(of: 0, with: MonospaceMeasurer())
            before = state
        }
    }
    var setup = PageSetup()
    setup.size = .custom(width: 400, height: 300)
    let pages = Pages(
        transcript, on: Paper(setup, width: nil, for: theme))
    let measurer = MonospaceMeasurer()
    for number in 0..<min(pages.count, 100) {
        let page = pages.page(number, with: measurer)
        precondition(page.blocks.allSatisfy { $0.frame.height.isFinite })
    }
}
