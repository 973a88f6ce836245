package import Conversation

/// The facts about a conversation that each of its files repeats.
package struct RSMFSource: Sendable {
    /// The program and its version.
    package let generator: String
    /// The person whose data it is; nil if not stated.
    package let custodian: String?
    /// The names of media files. Files without a name are left out.
    package let fileNames: [MediaIndex: String]
    /// SHA-256 of each message, in their order.
    package let digests: [String]
    /// The identifier that ties a conversation's files together and is unique to them.
    package let collection: String
    /// The file name before its day.
    package let name: String

    package init(
        generator: String, custodian: String?, fileNames: [MediaIndex: String],
        digests: [String], collection: String, name: String
    ) {
        self.generator = generator
        self.custodian = custodian
        self.fileNames = fileNames
        self.digests = digests
        self.collection = collection
        self.name = name
    }
}

/// The ids of a conversation's messages, as its own where it has them: in all of its files no two
/// are the same.
struct RSMFEventIDs {
    let ids: [String]
    /// The file that each stands in.
    let files: [Int]

    init(_ conversation: Conversation, _ parts: [ConversationPart]) {
        var given: Set<String> = []
        var ids: [String?] = []
        for message in conversation.messages {
            let isOwn = message.id.map { !$0.isEmpty && given.insert($0).inserted } ?? false
            ids.append(isOwn ? message.id : nil)
        }
        var all: [String] = []
        for (place, id) in ids.enumerated() {
            if let id {
                all.append(id)
                continue
            }
            let number = conversation.messages[place].number
            let stated = "#\(number > 0 ? number : place + 1)"
            let id = RSMFPeople.id("", or: stated) { given.contains($0) }
            given.insert(id)
            all.append(id)
        }
        self.ids = all
        var files = [Int](repeating: 0, count: conversation.messages.count)
        for (number, part) in parts.enumerated() {
            for place in part.places { files[place] = number }
        }
        self.files = files
    }
}
