// Feeds the decoder of conversations with fuzzer input; script/fuzz runs it.

import Model

/// A decoded conversation must be consistent, and decodable again after it is encoded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    bounded(count) { read(bytes) }
    return 0
}

private func read(_ bytes: [UInt8]) {
    var limits = Limits()
    limits.messages = 500
    limits.participants = 100
    limits.jsonDepth = 20
    do throws(ConversationError) {
        let request = try ConversationDecoder.decode(bytes, limits: limits)
        check(request.conversation, limits)
        let prepared = try request.prepared().conversation
        check(prepared, limits)
        let parts = prepared.divided(by: request.output.splitBy ?? .month)
        for part in parts { check(part.conversation, limits) }
        let count = parts.reduce(0) { $0 + $1.conversation.messages.count }
        precondition(count == prepared.messages.count, "parts lose or repeat messages")
        let written = request.conversation.json()
        guard let again = try? ConversationDecoder.decode(written).conversation else {
            preconditionFailure("the encoded form cannot be decoded")
        }
        check(again, limits)
    } catch {}
}

private func check(_ conversation: Conversation, _ limits: Limits) {
    precondition(conversation.messages.count <= limits.messages)
    for message in conversation.messages {
        if let from = message.from { _ = conversation.participants[from] }
        for attachment in message.attachments {
            if let media = attachment.media { _ = conversation.media[media] }
        }
        if let place = message.details.replyTo?.index { _ = conversation.messages[place] }
    }
}
