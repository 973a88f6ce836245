import Basics
package import Model

/// The facts about a conversation that each file repeats.
package struct RSMFSource: Sendable {
    /// The program and its version.
    let generator: String
    /// The custodian of the data, or nil if not stated.
    let custodian: String?
    /// The names of media files. Files without a name are omitted.
    let fileNames: [MediaIndex: String]
    /// The SHA-256 digests of the messages, in order.
    let digests: [String]
    /// The unique ID that links the files of a conversation.
    let collection: String
    /// The file name before the date.
    let name: String

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

/// The IDs of messages, which are unique across all files. A message keeps its own ID if possible.
struct RSMFEventIDs {
    let ids: [String]
    /// The index of each message's file.
    let files: [Int]

    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    init(_ conversation: Conversation, _ parts: [ConversationPart], _ budget: WorkBudget) {
        var given: Set<String> = []
        var ids: [String?] = []
        for message in budget.checked(conversation.messages) {
            let isOwn = message.id.map { !$0.isEmpty && given.insert($0).inserted } ?? false
            ids.append(isOwn ? message.id : nil)
        }
        var all: [String] = []
        for (place, id) in budget.checked(ids.enumerated()) {
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
