import Basics

/// Reads the themes of a folder, each after the theme that it extends.
struct LookReader {
    /// The maximum length of a chain of extended themes.
    static let maxDepth = 8

    private let folder: ThemeFolder
    private(set) var looks: [String: Look] = [:]
    private(set) var warnings: [String: [ThemeWarning]] = [:]

    init(_ folder: ThemeFolder) { self.folder = folder }

    /// - Parameter names: the themes that extend this one, for detecting loops.
    mutating func look(_ name: String, from names: [String]) throws(ThemeFaults) -> Look {
        if let look = looks[name] { return look }
        let chain = names + [name]
        guard !names.contains(name) else {
            throw ThemeFaults(at: "/extends", .extendsLoop(names: chain))
        }
        // Before the theme that it extends is read, so that a chain cannot exhaust the stack.
        try check(depth: chain.count)
        guard let json = folder.looks[name] else {
            throw ThemeFaults(
                at: "/extends",
                .unknownTheme(name: clipped(name), known: folder.looks.keys.sorted()))
        }
        let layer = ThemeLayer(json: json)
        var reading = ThemeReading(
            root: "", sources: PictureSources(shipped: folder.pictures), pictures: [])
        var base: Look?
        if case .look(let other) = layer.base(&reading) { base = try look(other, from: chain) }
        // Themes that were read before this one count as well.
        let depth = (base?.depth ?? 0) + 1
        try check(depth: depth)
        let mode = layer.mode(&reading) ?? base?.mode ?? .light
        let contrast = layer.contrast(&reading) ?? base?.contrast ?? .readable
        let readable = try modes(of: .readable, name, layer: layer, base: base, &reading)
        let hasAppColors = layer.hasAppColors || base?.hasAppColors ?? false
        // A theme that extends an app's theme does not inherit its services.
        _ = layer.apps(&reading)
        if let faults = ThemeFaults(reading.faults) { throw faults }
        let look = Look(
            readable: readable,
            app: hasAppColors
                ? try modes(of: .app, name, layer: layer, base: base, &reading) : readable,
            hasAppColors: hasAppColors, mode: mode, contrast: contrast, depth: depth)
        if !reading.warnings.isEmpty { warnings[name] = reading.warnings }
        looks[name] = look
        return look
    }

    private func check(depth: Int) throws(ThemeFaults) {
        guard depth <= Self.maxDepth else {
            throw ThemeFaults(at: "/extends", .extendsTooDeep(limit: Self.maxDepth))
        }
    }

    private func modes(
        of contrast: ThemeContrast, _ name: String, layer: ThemeLayer, base: Look?,
        _ reading: inout ThemeReading
    ) throws(ThemeFaults) -> Look.Modes {
        Look.Modes(
            light: try variant(.light, contrast, of: name, layer: layer, base: base, &reading),
            dark: try variant(.dark, contrast, of: name, layer: layer, base: base, &reading))
    }

    private func variant(
        _ mode: ThemeMode, _ contrast: ThemeContrast, of name: String, layer: ThemeLayer,
        base: Look?, _ reading: inout ThemeReading
    ) throws(ThemeFaults) -> Look.Variant {
        let base = base?.variant(mode, contrast).draft ?? ThemeDraft(theme: .plain)
        reading.pictures = base.theme.pictures
        var draft = layer.read(onto: base, mode: mode, contrast: contrast, &reading)
        draft.theme.name = name
        draft.theme.pictures = reading.pictures
        let theme = draft.finished(&reading)
        if let faults = ThemeFaults(reading.faults) { throw faults }
        return Look.Variant(theme: theme, draft: draft.inherited)
    }
}
