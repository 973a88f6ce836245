import Basics

extension SettingsDecoder {
    func readOptions(into options: inout Options, fields: inout FieldReader) {
        guard let part = members["options"] else { return }
        let outer = enter(part, at: "/options", &fields)
        defer { leave(outer, &fields) }
        _ = fields.object(into: &options)
    }

    func readOutput(into output: inout Output, fields: inout FieldReader) {
        guard let part = members["output"] else { return }
        let outer = enter(part, at: "/output", &fields)
        defer { leave(outer, &fields) }
        guard fields.object(into: &output) else { return }
        settleFrame(of: &output, &fields)
        settleCanvas(of: &output, scale: output.ownScale, &fields)
    }
}
