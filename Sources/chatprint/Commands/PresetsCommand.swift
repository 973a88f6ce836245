import Basics
import Rendering
import Service

/// `chatprint presets`: lists the presets with their parameters.
struct PresetsCommand: Subcommand {
    static let description = CommandDescription(
        name: "presets", summary: "list presets, which set several options at once",
        options: [.configuration],
        examples: [
            .init(
                line: "chatprint render talk.json --preset court -o talk.pdf",
                summary: "render with a preset")
        ])

    let arguments: Arguments

    func run() throws -> Int32 {
        let settings = try RenderEnvironment.settings(
            in: try arguments.configuration(), flags: [])
        let presets = settings.presetsInForce.all
        let width = presets.map(\.name.count).max() ?? 0
        for preset in presets {
            let fields = preset.parameters.text
            let room = String(repeating: " ", count: width - preset.name.count + 2)
            try Terminal.print(preset.name + room + preset.summary)
            try Terminal.print(String(repeating: " ", count: width + 2) + fields)
        }
        return 0
    }
}
