/// The date and time at the start of a line, before anybody knows which number is the day.
struct WhatsAppStamp: Sendable, Equatable {
    /// The known parts of the date, by their shape.
    enum Layout: Sendable, Equatable {
        /// Two numbers that are the day and the month, in either order, and a year.
        case yearLast
        /// Year, month, day.
        case yearFirst
        /// Day and month in either order, and no year.
        case noYear
        /// Day, month by name, year or 0.
        case named
        /// Three short numbers of which any end may be the year.
        case allShort
    }

    /// The form of the stamp, which never changes within one export.
    struct Shape: Sendable, Hashable {
        let layout: Layout
        /// The separator of the date and the form of the time. It is only compared, and small
        /// because each line has one.
        private let form: UInt8

        init(
            layout: Layout, dateLink: WhatsAppStampReader.Link, isTimeDotted: Bool,
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
