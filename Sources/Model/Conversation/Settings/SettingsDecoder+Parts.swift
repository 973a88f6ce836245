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

    func readOutput(
        into output: inout Output, fields: inout FieldReader
    ) throws(ConversationError) {
        guard let part = members["output"] else { return }
        let outer = try enter(part, at: "/output", &fields)
        defer { leave(outer, &fields) }
        guard try fields.object(into: &output) else { return }
        try settleFrame(of: &output, &fields)
        try settleCanvas(of: &output, scale: output.ownScale, &fields)
    }
}
