package import Basics

/// The contents of an evidence document, and the digests by which anyone can check them.
package struct Manifest: Sendable {
    /// A file that belongs to the conversation, whether or not the document contains it.
    package struct File: Sendable {
        package enum Role: String, Sendable { case conversation, source, read, media }

        let role: Role
        /// The file's name in the document, or nil if the document does not contain it.
        let file: String?
        /// The file's original name.
        let name: String?
        let type: String?
        /// The size and digest, or nil if even these must not be disclosed: redacted content could
        /// be found from them by trying.
        let content: Content?
        let messages: [Int]

        package struct Content: Sendable, Equatable {
            package let bytes: Int
            /// The SHA-256 digest in hexadecimal digits.
            package let digest: String

            package init(bytes: Int, digest: String) {
                self.bytes = bytes
                self.digest = digest
            }

            package init(of bytes: [UInt8]) throws(MessageChain.Fault) {
                self.bytes = bytes.count
                digest = Hexadecimal.text(of: try MessageChain.digest(of: bytes))
            }
        }

        package init(
            _ role: Role, file: String?, name: String? = nil, type: String? = nil,
            content: Content?, messages: [Int] = []
        ) {
            self.role = role
            self.file = file
            self.name = name
            self.type = type
            self.content = content
            self.messages = messages
        }
    }

    package static let fileName = "manifest.json"
    package static let conversationName = "conversation.json"
    /// In a document's XMP packet: `chain`, `messages`, `source`.
    package static let namespace = "urn:chatprint:evidence:1:"
    package static let prefix = "chatprint"
    static let version = "chatprint-evidence-3"

    package let program: String
    /// The creation date in ISO 8601, or nil if not stated.
    let created: String?
    let files: [File]
    /// The number of each message, in the order of the conversation.
    let numbers: [Int]
    package let chain: MessageChain

    /// - Parameter conversation: the conversation's JSON, as contained in the document.
    package init(
        program: String, created: String?, conversation: [UInt8], files others: [File],
        numbers: [Int], budget: WorkBudget = .unlimited
    ) throws(MessageChain.Fault) {
        self.program = program
        self.created = created
        self.numbers = numbers
        files =
            [
                File(
                    .conversation, file: Manifest.conversationName, type: "application/json",
                    content: try File.Content(of: conversation))
            ] + others
        chain = try MessageChain(
            of: conversation, files: .array(files.map(\.json)), budget: budget)
    }

    /// - Parameter environment: what affects the document's bytes besides the conversation.
    package func json(environment: JSONValue, drawing: JSONValue) -> [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.object { writer in
            writer.member("manifest", Manifest.version)
            writer.member("digests", "SHA-256")
            writer.member("program", program)
            writer.member("created", optional: created)
            for (key, value) in [("environment", environment), ("drawing", drawing)] {
                writer.key(key)
                writer.value(value)
            }
            writer.key("files")
            writer.array { writer in for file in files { writer.value(file.json) } }
            writer.key("messages")
            writer.array { writer in
                for (index, link) in chain.links.enumerated() {
                    writer.object { writer in
                        if numbers.indices.contains(index) {
                            writer.member("number", numbers[index])
                        }
                        writer.member("id", optional: link.id)
                        writer.member("sha256", link.digest)
                    }
                }
            }
            writer.key("chain")
            writer.object { writer in
                writer.member("start", chain.start)
                writer.member("head", chain.head)
            }
        }
        return writer.drain() + [0x0A]
    }
}

extension Manifest.File {
    fileprivate var json: JSONValue {
        var members = [JSONValue.Member("role", .string(role.rawValue))]
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(key, value)) }
        }
        add("file", file.map { .string($0) })
        add("name", name.map { .string($0) })
        add("type", type.map { .string($0) })
        add("bytes", content.map { .number(String($0.bytes)) })
        add("sha256", content.map { .string($0.digest) })
        if content == nil { add("withheld", .bool(true)) }
        if !messages.isEmpty {
            add("messages", .array(messages.map { .number(String($0)) }))
        }
        return .object(members)
    }
}

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
        try MessageChain.read(conversation, budget: budget) { message throws(Fault) in
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

    static func digest(of bytes: [UInt8]) throws(Fault) -> [UInt8] {
        do throws(DigestFailure) { return try SHA256.digest(of: bytes) } catch { throw .memory }
    }

    static func read(
        _ conversation: [UInt8], budget: WorkBudget,
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
