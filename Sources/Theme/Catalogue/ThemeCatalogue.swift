package import JSON
package import Resources

/// The looks that are offered, read and checked once at start, each in light and dark; and the way
/// from what a request says to a look.
package struct ThemeCatalogue: Sendable {
    package struct Entry: Sendable, Equatable {
        package let name: String
        package let summary: String
    }

    /// A look that was asked for, and what was read past in it.
    package struct Resolved: Sendable, Equatable {
        package let theme: Theme
        package let warnings: [ThemeWarning]
        /// Fonts that it asks for by itself, and not the look that it begins with.
        package var ownFamilies: [String] = []
    }

    /// The look for requests that name none.
    package static let standard = "imessage"

    /// The name that selects the look of a conversation's own app.
    package static let automatic = "auto"

    /// By name.
    package let entries: [Entry]
    /// The warnings about the folder's own looks.
    package let warnings: [String: [ThemeWarning]]
    private let looks: [String: Look]
    /// The looks by the apps that they imitate.
    private let nameByApp: [String: String]
    private let pictures: [String: [UInt8]]

    package init(folder path: String) throws(ThemeFolderFault) {
        try self.init(LayeredFiles(folder: path), in: "")
    }

    /// - Parameter folder: where the looks are among the files.
    package init(_ files: LayeredFiles, in folder: String) throws(ThemeFolderFault) {
        try self.init(ThemeFolder(files, in: folder))
    }

    init(_ folder: ThemeFolder) throws(ThemeFolderFault) {
        var reader = LookReader(folder)
        for name in folder.looks.keys.sorted() {
            do throws(ThemeFaults) {
                _ = try reader.look(name, from: [])
            } catch {
                throw .invalid(look: name, error)
            }
        }
        guard reader.looks[Self.standard] != nil else { throw .missing(look: Self.standard) }
        var nameByApp: [String: String] = [:]
        for (name, look) in reader.looks.sorted(by: { $0.key < $1.key }) {
            for app in look.apps {
                if let other = nameByApp.updateValue(name, forKey: app), other != name {
                    throw .sharedApp(app, looks: [other, name])
                }
            }
        }
        self.nameByApp = nameByApp
        looks = reader.looks
        warnings = reader.warnings
        pictures = folder.pictures
        entries = reader.looks.sorted { $0.key < $1.key }
            .map { Entry(name: $0.key, summary: $0.value.readable.light.theme.summary) }
    }

    package var names: [String] { entries.map(\.name) }

    /// A look of the folder; in its own mode (light, as a rule) where none is asked for.
    package func theme(
        named name: String, mode: ThemeMode? = nil, contrast: ThemeContrast? = nil
    ) -> Theme? {
        looks[name]?.variant(mode, contrast).theme
    }

    /// The look of an app, by its service's name: the one that says so, else the one that is called
    /// so.
    package func look(ofApp app: String) -> String? {
        nameByApp[app] ?? (looks[app] == nil ? nil : app)
    }

    /// The look of a request: a name, an inline look, or nothing. A look that does not say what it
    /// extends extends `base`. `mode` and `contrast`, if given, override the look's own.
    package func resolve(
        _ json: JSONValue?, mode: ThemeMode? = nil, contrast: ThemeContrast? = nil,
        base: String = ThemeCatalogue.standard,
        at pointer: String = "/theme", upload: @escaping (String) -> [UInt8]? = { _ in nil }
    ) throws(ThemeFaults) -> Resolved {
        let sources = PictureSources(shipped: pictures, upload: upload)
        var reading = ThemeReading(root: pointer, sources: sources, pictures: [])
        let base = looks[base] == nil ? Self.standard : base
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
        let drawn = reading.pictures
        // What is wrong in the forms that are not drawn is reported too.
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

    /// Names are looked up among those read at start, and go nowhere else.
    private func look(_ name: String, _ reading: inout ThemeReading) throws(ThemeFaults) -> Look {
        if let look = looks[name] { return look }
        throw ThemeFaults(
            .unknownTheme(pointer: reading.pointer, name: clipped(name), known: names))
    }
}
