import Markup

extension Message {
    /// At every doubling the old and the new array stand side by side; once an array has stopped
    /// growing, one place of the two is given back.
    package static var place: Int { MemoryLayout<Message>.stride }

    /// About how many bytes it holds, its place in an array that grows by doubling among them.
    package var memory: Int {
        var bytes = 2 * Self.place + 2 * (id?.utf8.count ?? 0) + bodyMemory
        bytes += attachments.count * MemoryLayout<Attachment>.stride
        if hasDetails { bytes += MemoryLayout<MessageDetails>.size }
        return bytes
    }
}

extension Conversation {
    /// About how many bytes its JSON takes while it is written: an array that grows by doubling.
    package func jsonBytes(includingMedia: Bool) -> Int {
        let media = includingMedia ? media.reduce(0) { $0 + $1.bytes.count * 3 } : 0
        return messages.reduce(media) { $0 + 2 * $1.jsonBytes }
    }
}

extension Message {
    fileprivate var jsonBytes: Int {
        40 + bodyMemory + attachments.count * 100 + (hasDetails ? 200 : 0)
    }
}
