package import Conversation

/// What is written of a conversation's surroundings in each of its files.
package struct RSMFSource: Sendable {
    /// The program and its version.
    package let generator: String
    /// Whose data it is; nil where nobody said.
    package let custodian: String?
    /// What files are called, by the media that they are; those without a name stay away.
    package let fileNames: [MediaIndex: String]
    /// SHA-256 of each message, in their order.
    package let digests: [String]
    /// What ties the files of one conversation: nothing else has the same.
    package let collection: String
    /// What each file is called, before its day.
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

/// The ids of a conversation's messages, as its own where it has them: in all of its files no two are the same.
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
