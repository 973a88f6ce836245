package import Basics

/// The digests of a conversation's messages, each bound to all previous ones: h[n] = SHA256(h[n−1]
/// ‖ SHA256(m)), where m is the message in canonical JSON. The last digest, the head, represents
/// all messages.
package struct MessageChain: Sendable, Equatable {
    package enum Fault: Error, Sendable, Equatable {
        case json(JSONError)
        /// The document is not an object with a list of messages.
        case noMessages
        case memory
        case stopped
    }

    package struct Link: Sendable, Equatable {
        let id: String?
        /// The digest of the message in hexadecimal digits.
        package let digest: String
    }

    package let links: [Link]
    /// The value to which the first message is bound, and the head, in hexadecimal digits.
    let start: String
    package let head: String

    /// - Parameters:
    ///   - conversation: a conversation's JSON, which is read message by message.
    ///   - files: the start of the chain: the digests of all files that belong to the messages.
    package init(
        of conversation: [UInt8], files: JSONValue, budget: WorkBudget = .unlimited
    ) throws(Fault) {
        var links: [Link] = []
        var present = try MessageChain.digest(of: files.canonical)
        start = Hexadecimal.text(of: present)
        try MessageChain.read(conversation, budget) { message throws(Fault) in
            // One message may have a hundred thousand edits.
            let canonical = message.canonical(budget)
            guard budget.mayContinue else { throw .stopped }
            let digest = try MessageChain.digest(of: canonical)
            links.append(Link(id: message["id"]?.string, digest: Hexadecimal.text(of: digest)))
            present = try MessageChain.digest(of: present + digest)
        }
        self.links = links
        head = Hexadecimal.text(of: present)
    }

    /// Returns the SHA-256 digest, 32 bytes.
    static func digest(of bytes: [UInt8]) throws(Fault) -> [UInt8] {
        do throws(DigestFailure) { return try SHA256.digest(of: bytes) } catch { throw .memory }
    }

    static func read(
        _ conversation: [UInt8], _ budget: WorkBudget,
        _ take: (JSONValue) throws(Fault) -> Void
    ) throws(Fault) {
        do {
            var reader = try JSONReader(conversation, maxDepth: 64, budget: budget)
            guard try reader.peek() == .object else { throw Fault.noMessages }
            try reader.beginObject()
            var hasMessages = false
            while let key = try reader.nextKey() {
                guard key == "messages", try reader.peek() == .array else {
                    try reader.skip()
                    continue
                }
                hasMessages = true
                try reader.beginArray()
                while try reader.nextElement() {
                    guard budget.mayContinue else { throw Fault.stopped }
                    try take(try reader.value())
                }
            }
            try reader.end()
            guard hasMessages else { throw Fault.noMessages }
        } catch let error as JSONError {
            throw error == .stopped ? .stopped : .json(error)
        } catch let fault as Fault {
            throw fault
        } catch {
            throw .noMessages
        }
    }
}
