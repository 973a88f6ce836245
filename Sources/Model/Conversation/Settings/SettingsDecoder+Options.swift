import Basics

extension SettingsDecoder {
    func readOptions(
        into options: inout Options, fields: inout FieldReader
    ) throws(ConversationError) {
        guard let part = members["options"] else { return }
        let outer = try enter(part, at: "/options", &fields)
        defer { leave(outer, &fields) }
        _ = try fields.object(into: &options)
    }
}
