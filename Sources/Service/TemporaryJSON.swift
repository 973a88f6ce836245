import Conversation

extension Conversation {
    var json: [UInt8] { [] }
}
