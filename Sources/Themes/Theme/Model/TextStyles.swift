package import Scene

/// The styles of all kinds of text, including the colors that do not depend on the bubble.
package struct TextStyles: Sendable, Equatable {
    package struct Colored: Sendable, Equatable {
        package var style: TextStyle
        package var color: Color
    }

    /// The emphasis of names and tags in texts.
    package enum Naming: String, Sendable, CaseIterable {
        case plain, bold
        /// In the color of links.
        case colored
        /// On the background color of cards.
        case ground
    }

    package var body: TextStyle
    package var sender: TextStyle
    /// The style of times. Inside bubbles, the color is the bubble's secondary color.
    package var time: Colored
    package var dayHeader: Colored
    /// The weight of the day within its header ("**Today** 9:41"), or nil for the header's weight.
    package var dayHeaderDayWeight: Int?
    package var status: Colored
    package var note: Colored
    package var title: Colored
    package var subtitle: Colored
    package var mono: TextStyle
    /// The style of captions, file sizes and quoted text.
    package var small: TextStyle
    package var mentions: Naming = .colored
    package var tags: Naming = .colored
    /// Whether spoilers are covered as in the app. Evidence shows all words.
    package var coversSpoilers = true
}

extension TextStyles {
    /// Returns the fonts of all styles, without duplicates and without the other styles' fonts, in
    /// order of preference.
    package func families(unlike others: TextStyles) -> [String] {
        var known = Set(others.families)
        return families.filter { known.insert($0).inserted }
    }

    private var families: [String] {
        let colored = [time, dayHeader, status, note, title, subtitle].map(\.style)
        return ([body, sender, small, mono] + colored).flatMap(\.families)
    }
}

extension TextStyles {
    /// Returns the styles with a minimum text size, for output on paper.
    package func noSmaller(than size: Double) -> TextStyles {
        var styles = self
        styles.body = body.noSmaller(than: size)
        styles.sender = sender.noSmaller(than: size)
        styles.time.style = time.style.noSmaller(than: size)
        styles.dayHeader.style = dayHeader.style.noSmaller(than: size)
        styles.status.style = status.style.noSmaller(than: size)
        styles.note.style = note.style.noSmaller(than: size)
        styles.title.style = title.style.noSmaller(than: size)
        styles.subtitle.style = subtitle.style.noSmaller(than: size)
        styles.mono = mono.noSmaller(than: size)
        styles.small = small.noSmaller(than: size)
        return styles
    }
}

extension TextStyle {
    fileprivate func noSmaller(than least: Double) -> TextStyle {
        guard size < least, size > 0 else { return self }
        var style = self
        style.size = least
        style.lineHeight *= least / size
        return style
    }
}
