package import Basics

/// The available themes, each in light and dark, and the resolution of a request's theme. The files
/// are loaded once at startup. Themes of an operator are also checked then; a shipped theme, which
/// the tests have checked, is not read before it is used.
package struct ThemeCatalog: Sendable {
    package struct Entry: Sendable, Equatable {
        package let name: String
        package let summary: String
    }

    /// The theme of a request, with warnings about it.
    package struct Resolved: Sendable, Equatable {
        package let theme: Theme
        package let warnings: [ThemeWarning]
        /// The fonts that the theme itself requests, in addition to those of its base.
        package var ownFamilies: [String] = []
    }

    /// The default theme.
    package static let standard = "imessage"

    /// The name that selects the theme of the conversation's service.
    package static let automatic = "auto"

    /// The themes, sorted by name, the classics last.
    package let entries: [Entry]
    private let looks: LookShelf
    /// The names of themes by the services that they imitate.
    private let nameByApp: [String: String]
    private let pictures: [String: [UInt8]]

    package init(folder path: String) throws(ThemeFolderFault) {
        try self.init(LayeredFiles(folder: path), in: "")
    }

    /// - Parameter folder: the folder of the themes within the files.
    package init(_ files: LayeredFiles, in folder: String) throws(ThemeFolderFault) {
        try self.init(ThemeFolder(files, in: folder))
    }

    init(_ folder: ThemeFolder) throws(ThemeFolderFault) {
        let looks = LookShelf(folder)
        for name in looks.names where !folder.isShipped {
            do throws(ThemeFaults) {
                try looks.read(name)
            } catch {
                throw .invalid(look: name, error)
            }
        }
        guard folder.looks[Self.standard] != nil else { throw .missing(look: Self.standard) }
        var nameByApp: [String: String] = [:]
        var reading = ThemeReading(
            root: "", sources: PictureSources(shipped: folder.pictures), pictures: [])
        for name in looks.names {
            for app in folder.looks[name].map({ ThemeLayer(json: $0).apps(&reading) }) ?? [] {
                if let other = nameByApp.updateValue(name, forKey: app), other != name {
                    throw .sharedApp(app, looks: [other, name])
                }
            }
        }
        self.nameByApp = nameByApp
        self.looks = looks
        pictures = folder.pictures
        entries = looks.names.map { name in
            let summary = folder.looks[name]?["summary"]?.string
            return Entry(
                name: name, summary: summary ?? looks[name]?.readable.light.theme.summary ?? "")
        }
    }

    /// The warnings about the themes read so far.
    package var warnings: [String: [ThemeWarning]] { looks.warnings }

    package var names: [String] { looks.names }

    /// Returns a theme of the folder, by default in its own mode, which is light for most themes.
    package func theme(named name: String, mode: ThemeMode? = nil) -> Theme? {
        looks[name]?.variant(mode, nil).theme
    }

    /// Returns the theme for a service: the theme that claims the service, or otherwise the one
    /// with its name.
    package func look(ofApp app: String) -> String? {
        nameByApp[app] ?? (names.contains(app) ? app : nil)
    }

    /// Resolves the theme of a request: a name, an inline theme, or nothing. An inline theme
    /// without `extends` extends `base`. `mode` and `contrast` override those of the theme.
    package func resolve(
        _ json: JSONValue?, mode: ThemeMode? = nil, contrast: ThemeContrast? = nil,
        base: String = ThemeCatalog.standard,
        upload: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(ThemeFaults) -> Resolved {
        let sources = PictureSources(shipped: pictures, upload: upload)
        var reading = ThemeReading(root: "/theme", sources: sources, pictures: [])
        let base = names.contains(base) ? base : Self.standard
        switch json {
        case nil, .null, .string(Self.automatic):
            return Resolved(
                theme: try look(base, &reading).variant(mode, contrast).theme, warnings: [])
        case .string(let name):
            return Resolved(
                theme: try look(name, &reading).variant(mode, contrast).theme, warnings: [])
        case .object, .array, .bool, .number:
            let layer = ThemeLayer(json: json ?? .null)
            return try inline(layer, mode, contrast, base, &reading)
        }
    }

    private func inline(
        _ layer: ThemeLayer, _ mode: ThemeMode?, _ contrast: ThemeContrast?, _ standard: String,
        _ reading: inout ThemeReading
    ) throws(ThemeFaults) -> Resolved {
        let base: Look? =
            switch layer.base(&reading) {
            case .unstated, .look(Self.automatic): looks[standard]
            case .nothing: nil
            case .look(let name):
                try reading.at("extends") { reading throws(ThemeFaults) in
                    try look(name, &reading)
                }
            }
        let own = layer.mode(&reading)
        let mode = mode ?? own ?? base?.mode ?? .light
        let stated = layer.contrast(&reading)
        let contrast = contrast ?? stated ?? base?.contrast ?? .readable
        let draft = base?.variant(mode, contrast).draft ?? ThemeDraft(theme: .plain)
        reading.pictures = draft.theme.pictures
        let theme = layer.read(onto: draft, mode: mode, contrast: contrast, &reading).finished(
            &reading)
        if let base, mode != base.mode, base.hasOneMode, layer.json[mode.rawValue] == nil {
            reading.warnings.append(
                .ignoredMode(mode, pointer: "/theme/mode", theme: draft.theme.name))
        }
        let drawn = reading.pictures
        // Faults in the variants that are not drawn are reported as well.
        for mode in ThemeMode.allCases {
            reading.pictures = draft.theme.pictures
            _ = layer.read(onto: draft, mode: mode, contrast: .app, &reading)
        }
        reading.pictures = drawn
        if let faults = ThemeFaults(reading.faults) { throw faults }
        return Resolved(
            theme: theme, warnings: reading.warnings,
            ownFamilies: theme.text.families(unlike: draft.theme.text))
    }

    /// Looks up a theme by name. Only the themes loaded at startup are available.
    private func look(_ name: String, _ reading: inout ThemeReading) throws(ThemeFaults) -> Look {
        if names.contains(name) { return try looks.read(name) }
        throw ThemeFaults(at: reading.pointer, .unknownTheme(name: clipped(name), known: names))
    }
}
