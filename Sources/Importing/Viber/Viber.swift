import Basics
import Model

/// The message history that Viber sends by mail: a ZIP with a table without column headings for
/// each chat.
enum Viber {
    static let importer = Importer(
        name: "viber", title: "Viber",
        summary: "tables of Viber's message history: date, time, name, number, text",
        recognize: recognize, read: read)

    private static let maxRows = 5

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimsSorted { file in
            guard file.isText else { return false }
            var rows = CSVRows(TextFile.decode(file.head).bytes)
            var known = 0
            while known < maxRows, let row = rows.next() {
                if row.allSatisfy(\.isEmpty) { continue }
                guard ViberRow(row) != nil else {
                    // The last row of a head may be truncated.
                    return known > 0 && row.count < 5 && rows.next() == nil
                }
                known += 1
            }
            return known > 0
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let bytes = try builder.sources.decoded(file)
            let title = Path.stem(file)
            builder.conversation.title = title.isEmpty ? nil : CleanText.line(title)
            let order = dayOrder(bytes, &builder)
            var rows = CSVRows(bytes)
            var unread = 0
            while let row = rows.next() {
                guard builder.budget.mayContinue else { throw .stopped }
                if row.allSatisfy(\.isEmpty) { continue }
                guard let row = ViberRow(row) else {
                    unread += 1
                    continue
                }
                let at = row.time(order).map { builder.moment($0) }
                try builder.add(record(row, at, builder.appPhrases))
            }
            builder.setMe(key: "Me")
            builder.warn(untimed: "line", "with an invalid date")
            builder.warn(unreadLines: unread)
        }
    }

    private static func record(
        _ row: ViberRow, _ at: Moment?, _ phrases: AppPhrases
    ) -> Record {
        let hasNumber = !row.number.isEmpty && row.name != "Me"
        var record = Record(
            at: at,
            from: Record.Person(
                key: hasNumber ? row.number : row.name, name: row.name,
                handle: hasNumber ? row.number : nil))
        let text = row.text.trimmingBlanks()
        // A placeholder is the whole text of a message.
        if let kind = phrases.files[text.lowercased()] {
            record.files = [RecordFile(kind)]
        } else {
            record.message.body = Body.plain(text)
        }
        return record
    }

    /// Returns the order of day and month: unambiguous if a number is too large for a month,
    /// otherwise day first.
    private static func dayOrder(
        _ bytes: [UInt8], _ builder: inout ConversationBuilder
    ) -> DateOrder {
        if let wanted = builder.options.dateOrder { return wanted }
        var rows = CSVRows(bytes)
        var isUncertain = false
        while let row = rows.next() {
            guard let numbers = ViberRow(row)?.date, numbers[0] <= 31 else { continue }
            if numbers[0] > 12 { return .dmy }
            if numbers[1] > 12 { return .mdy }
            isUncertain = true
        }
        if isUncertain { builder.warn(guessedOrder: "day first") }
        return .dmy
    }
}

/// A row of the table: `01/05/2021,10:15:23,Ana,+15550100,Hello`.
private struct ViberRow {
    let date: [Int]
    private let clock: [Int]
    private let isLate: Bool?
    let name: String
    let number: String
    let text: String

    init?(_ row: [String]) {
        guard row.count >= 5 else { return nil }
        let date = row[0].trimmingBlanks().split { "/.-".contains($0) }.compactMap { Int($0) }
        guard date.count == 3, date.allSatisfy({ $0 >= 0 && $0 < 10_000 }),
            date[0] > 31 || date[2] > 31 || (1...31).contains(date[0])
        else { return nil }
        self.date = date
        let words = row[1].split(separator: " ")
        clock = words.first?.split(separator: ":").compactMap { Int($0) } ?? []
        guard (2...3).contains(clock.count), row[1].utf8.count <= 16 else { return nil }
        isLate = words.count > 1 ? words[1].lowercased().hasPrefix("p") : nil
        name = row[2].trimmingBlanks()
        number = row[3].trimmingBlanks()
        let isNumber = number.utf8.allSatisfy { "+0123456789 -()".utf8.contains($0) }
        guard !name.isEmpty, isNumber else { return nil }
        // An unquoted text with commas is split into several values.
        text = row[4...].joined(separator: ",")
    }

    func time(_ order: DateOrder) -> CivilTime? {
        let isYearFirst = date[0] > 31 || order == .ymd
        var year = date[isYearFirst ? 0 : 2]
        let month = isYearFirst || order == .dmy ? date[1] : date[0]
        let day = isYearFirst ? date[2] : order == .dmy ? date[0] : date[1]
        if year < 100 { year += 2000 }
        return CivilTime(day: [year, month, day], clock: clock, isLate: isLate)
    }
}
