/// The date and time at the beginning of a line, before the order of day and month is known.
struct LocalizedStamp: Sendable, Equatable {
    /// The known order of a date's parts, judged by its form.
    enum Layout: Sendable, Equatable {
        /// Day and month in either order, then a year.
        case yearLast
        /// Year, month and day.
        case yearFirst
        /// Day and month in either order, without a year.
        case noYear
        /// Day, named month, and a year or 0.
        case named
        /// Three short numbers; the first or last may be the year.
        case allShort
    }

    /// The format of the stamp, which is constant within one export.
    struct Shape: Sendable, Hashable {
        let layout: Layout
        /// The separator of the date and the format of the time. The value is only compared, and
        /// small because there is one per line.
        private let form: UInt8

        /// Whether the time has AM, PM or another word for a part of the day.
        var hasHalf: Bool { form & 0b11000 != 0 }

        init(
            layout: Layout, dateLink: LocalizedStampReader.Link, isTimeDotted: Bool,
            isTimeFirst: Bool, hasSeconds: Bool, hasHalf: Bool, hasWords: Bool
        ) {
            self.layout = layout
            form =
                dateLink.rawValue << 5 | (isTimeDotted ? 1 : 0) | (isTimeFirst ? 2 : 0)
                | (hasSeconds ? 4 : 0) | (hasHalf ? 8 : 0) | (hasWords ? 16 : 0)
        }
    }

    var layout: Layout { shape.layout }
    var first: Int16
    var second: Int16
    var third: Int16
    var hour: Int8
    var minute: Int8
    var second60: Int8
    var shape: Shape
}
