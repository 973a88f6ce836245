extension Message {
    /// The size of a message in an array. While an array doubles, the old and the new one exist
    /// together. When it has stopped growing, one of the two sizes counted in `memory` is released.
    package static var place: Int { MemoryLayout<Message>.stride }

    /// The approximate memory footprint in bytes, including the message's share of an array that
    /// grows by doubling.
    package var memory: Int {
        var bytes = 2 * Self.place + 2 * (id?.utf8.count ?? 0) + bodyMemory
        bytes += attachments.count * MemoryLayout<Attachment>.stride
        if hasDetails { bytes += MemoryLayout<MessageDetails>.size }
        return bytes
    }
}

extension Conversation {
    /// Returns the approximate number of bytes for writing the conversation as JSON, into an array
    /// that grows by doubling.
    package func jsonBytes(includingMedia: Bool) -> Int {
        let media = includingMedia ? media.reduce(0) { $0 + $1.bytes.count * 3 } : 0
        return messages.reduce(media) { $0 + 2 * $1.jsonBytes }
    }
}

extension Message {
    fileprivate var jsonBytes: Int {
        40 + bodyMemory + attachments.count * 200 + (hasDetails ? 200 : 0)
    }
}
