import Basics
import Scene

extension ThemeDraft {
    /// Returns the theme after all layers have been applied. Service sections are applied to the
    /// final sent bubbles, and inconsistent keys are reported.
    func finished(_ reading: inout ThemeReading) -> Theme {
        var theme = theme
        theme.sentByService = [:]
        for patch in services {
            var style = theme.sentByService[patch.service] ?? theme.sent
            if patch.isInherited {
                reading.again { style = SideKeys.style.read(patch.json, style, &$0) ?? style }
            } else {
                reading.at(path: patch.path) {
                    style = SideKeys.style.read(patch.json, style, &$0) ?? style
                }
            }
            theme.sentByService[patch.service] = style
        }
        ThemeDraft.check(&theme.received, &reading)
        ThemeDraft.check(&theme.sent, &reading)
        for service in theme.sentByService.keys.sorted() {
            theme.sentByService[service].mutate { ThemeDraft.check(&$0, &reading) }
        }
        // White contrasts better than black with a background below this luminance, by WCAG's
        // formula.
        theme.isDark = theme.canvas.background.color.luminance < 0.179
        theme.pictures = reading.pictures
        theme.dropUnusedPictures()
        return theme
    }

    /// Checks that a bubble whose picture contains the tail has a picture, and makes it at least as
    /// large as its caps.
    private static func check(_ style: inout BubbleStyle, _ reading: inout ThemeReading) {
        switch style.image?.source {
        case .slices(let variants, let caps):
            if variants.isEmpty { missing("src", &reading) }
            style.minSize = Size(
                max(style.minSize.width, caps.horizontal), max(style.minSize.height, caps.vertical))
        case .whole(let variants):
            if variants.isEmpty { missing("src", &reading) }
        case .fragments: break
        case nil:
            if style.tail.shape == .image { missing("src", &reading) }
        }
    }

    private static func missing(_ key: String, _ reading: inout ThemeReading) {
        reading.at(path: ["bubble", "image", key]) { $0.fail(.missing) }
    }
}

extension Optional {
    fileprivate mutating func mutate(_ change: (inout Wrapped) -> Void) {
        guard var value = self else { return }
        change(&value)
        self = value
    }
}

extension Theme {
    /// Keeps only the pictures in use, in the order of the keys, so that two themes that draw the
    /// same are equal, regardless of what they inherited.
    fileprivate mutating func dropUnusedPictures() {
        var kept: [ThemePicture] = []
        var places: [Int: Int] = [:]
        let all = pictures
        func keep(_ old: Int) -> Int {
            if let place = places[old] { return place }
            kept.append(all[old])
            places[old] = kept.count - 1
            return kept.count - 1
        }
        if case .tile(let picture, let scale, let over) = canvas.background {
            canvas.background = .tile(keep(picture), pixelsPerPoint: scale, over: over)
        }
        received.image?.renumber(keep)
        sent.image?.renumber(keep)
        for service in sentByService.keys.sorted() {
            sentByService[service]?.image?.renumber(keep)
        }
        pictures = kept
    }
}

extension BubbleImage {
    fileprivate mutating func renumber(_ keep: (Int) -> Int) {
        func renumbered(_ variants: [Variant]) -> [Variant] {
            variants.map { Variant(picture: keep($0.picture), scale: $0.scale) }
        }
        switch source {
        case .slices(let variants, let caps): source = .slices(renumbered(variants), caps: caps)
        case .whole(let variants): source = .whole(renumbered(variants))
        case .fragments(let pictures, let size):
            source = .fragments(pictures.map(keep), size: size)
        }
    }
}
