package import Scene

/// The kinds of text a look sets, each with its style; colours that do not depend on the bubble
/// stand here too.
package struct TextStyles: Sendable, Equatable {
    package struct Colored: Sendable, Equatable {
        package var style: TextStyle
        package var color: Color

        package init(style: TextStyle, color: Color) {
            self.style = style
            self.color = color
        }
    }

    /// The emphasis of people's names and tags in texts.
    package enum Naming: String, Sendable, CaseIterable {
        case plain, bold
        /// In the colour of links.
        case colored
        /// On the ground of cards.
        case ground
    }

    package var body: TextStyle
    package var sender: TextStyle
    /// Inside bubbles and beside them; its colour inside a bubble is the bubble's secondary colour.
    package var time: Colored
    package var dayHeader: Colored
    /// The day's own weight within its header ("**Today** 9:41"); nil for the header's.
    package var dayHeaderDayWeight: Int?
    package var status: Colored
    package var note: Colored
    package var title: Colored
    package var subtitle: Colored
    package var mono: TextStyle
    /// Relative to the body's size: captions, file sizes, quoted text.
    package var small: TextStyle
    package var mentions: Naming
    package var tags: Naming

    package init(
        body: TextStyle, sender: TextStyle, time: Colored, dayHeader: Colored,
        dayHeaderDayWeight: Int? = nil, status: Colored, note: Colored, title: Colored,
        subtitle: Colored, mono: TextStyle, small: TextStyle,
        mentions: Naming = .colored, tags: Naming = .colored
    ) {
        self.body = body
        self.sender = sender
        self.time = time
        self.dayHeader = dayHeader
        self.dayHeaderDayWeight = dayHeaderDayWeight
        self.status = status
        self.note = note
        self.title = title
        self.subtitle = subtitle
        self.mono = mono
        self.small = small
        self.mentions = mentions
        self.tags = tags
    }
}

extension TextStyles {
    /// Fonts of all styles, each once, those asked for first in front, that others do not ask for.
    package func families(unlike others: TextStyles) -> [String] {
        var known = Set(others.families)
        return families.filter { known.insert($0).inserted }
    }

    private var families: [String] {
        let colored = [time, dayHeader, status, note, title, subtitle].map(\.style)
        return ([body, sender, small, mono] + colored).flatMap(\.families)
    }
}
