/// A page as text, one node a line, the same on every machine: what goldens compare and people read.
extension Page: CustomStringConvertible {
    package var description: String {
        var description = SceneDescription()
        description.line("page \(size.width.short) × \(size.height.short)")
        if !background.isEmpty {
            description.line("background")
            description.nested { $0.describe(background) }
        }
        for block in blocks { description.describe(block) }
        return description.text
    }
}

extension Block: CustomStringConvertible {
    package var description: String {
        var description = SceneDescription()
        description.describe(self)
        return description.text
    }
}
