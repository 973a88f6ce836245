/// Parts of sentences in warnings.
enum WarningText {
    /// Returns a count with a noun: `1 line`, `2 lines`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns a duration in the largest unit that divides it: `1 week`, `90 minutes`.
    static func duration(_ seconds: Int) -> String {
        let units = [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute")]
        for (length, name) in units where seconds > 0 && seconds.isMultiple(of: length) {
            return count(seconds / length, name)
        }
        return count(seconds, "second")
    }
}
