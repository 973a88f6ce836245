import JSON
import Scene

extension ThemeDraft {
    /// The look, once every layer was read: services on top of what was sent, and nothing that only
    /// a part of the keys would make sense of.
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
        ThemeDraft.check(&theme.received, "received", &reading)
        ThemeDraft.check(&theme.sent, "sent", &reading)
        for service in theme.sentByService.keys.sorted() {
            theme.sentByService[service].mutate { ThemeDraft.check(&$0, "sent", &reading) }
        }
        // WCAG's middle: from here down, white stands out better than black.
        theme.isDark = theme.canvas.background.color.luminance < 0.179
        theme.pictures = reading.pictures
        theme.dropUnusedPictures()
        return theme
    }

    /// A bubble whose picture holds the tail needs one, and is never smaller than its caps.
    private static func check(
        _ style: inout BubbleStyle, _ side: String, _ reading: inout ThemeReading
    ) {
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
        reading.at(path: ["bubble", "image", key]) { $0.fail { .missing(pointer: $0) } }
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
    /// Leaves the pictures that the look draws, in the order of its keys: two looks that draw the
    /// same are then equal, whatever they inherited on the way.
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
