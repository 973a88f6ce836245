/// The date and time at the start of a line, before anybody knows which number is the day.
struct WhatsAppStamp: Sendable, Equatable {
    /// What is known of the parts of the date from their shape.
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

    /// How the stamp is written; within one export that never changes.
    struct Shape: Sendable, Hashable {
        let layout: Layout
        let dateLink: WhatsAppStampReader.Link
        let timeLink: WhatsAppStampReader.Link
        let isTimeFirst: Bool
        let hasSeconds: Bool
        let hasHalf: Bool
        let hasWords: Bool
    }

    var layout: Layout
    var shape: Shape
    var first: Int16
    var second: Int16
    var third: Int16
    var hour: Int8
    var minute: Int8
    var second60: Int8
}
